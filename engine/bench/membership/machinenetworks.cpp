#include "engine/bench/membership/machinenetworks.h"

#include "engine/base/childprocess.h"

#include <sched.h>
#include <sys/wait.h>

#include <cerrno>
#include <fcntl.h>

namespace motley {

namespace {

constexpr const char *ownNetwork = "/proc/thread-self/ns/net";

Result<Descriptor> makeNetwork()
{
    const Descriptor before(open(ownNetwork, O_RDONLY | O_CLOEXEC));
    if (unshare(CLONE_NEWNET) != 0)
        return fail(
            "This program may make no networks of their own for machines, which needs root.", systemReason(errno));
    Descriptor made(open(ownNetwork, O_RDONLY | O_CLOEXEC));
    setns(before.get(), CLONE_NEWNET);
    return made;
}

// Commands of iproute2, in a network.
Result<void> configure(int network, const std::string &commands)
{
    const InNetwork inside(network);
    const Descriptor input(open("/dev/null", O_RDWR | O_CLOEXEC));
    const pid_t shell = startProgram(
        "/bin/sh", {"-ec", "PATH=$PATH:/usr/sbin:/sbin; " + commands}, {input.get(), input.get(), STDERR_FILENO});
    const int status = shell > 0 ? waitForChild(shell) : -1;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return fail("A network of machines could not be made with the program ip of iproute2: " + commands);
    return {};
}

std::string port(int machine)
{
    return "port" + std::to_string(machine);
}

} // namespace

InNetwork::InNetwork(int network) : m_before(open(ownNetwork, O_RDONLY | O_CLOEXEC))
{
    setns(network, CLONE_NEWNET);
}

InNetwork::~InNetwork()
{
    if (m_before)
        setns(m_before.get(), CLONE_NEWNET);
}

Result<MachineNetworks> MachineNetworks::make(int machines)
{
    MachineNetworks networks;
    auto made = makeNetwork();
    if (!made)
        return tl::unexpected(made.error());
    networks.m_switch = std::move(*made);
    networks.m_machines.resize(std::size_t(machines));
    auto done = configure(networks.m_switch.get(), "ip link add bridge type bridge; ip link set bridge up");
    for (int machine = 0; machine < machines && done; ++machine)
        done = networks.add(machine);
    if (!done)
        return tl::unexpected(done.error());
    return networks;
}

std::string MachineNetworks::address(int machine)
{
    return "10.0.0." + std::to_string(machine + 1);
}

void MachineNetworks::remove(int machine)
{
    (void)configure(m_switch.get(), "ip link del " + port(machine));
    m_machines[std::size_t(machine)].close();
}

// The cable keeps its hardware address, as the others remember it.
Result<void> MachineNetworks::add(int machine)
{
    auto made = makeNetwork();
    if (!made)
        return tl::unexpected(made.error());
    Descriptor &network = m_machines[std::size_t(machine)];
    network = std::move(*made);
    const std::string place = "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(network.get());
    const std::string hardware = "02:00:00:00:00:" + std::to_string(10 + machine);
    return configure(m_switch.get(),
        "ip link add " + port(machine) + " type veth peer name eth0 address " + hardware + " netns " + place
            + "; ip link set " + port(machine) + " master bridge up")
        .and_then([&] {
            return configure(network.get(),
                "ip link set lo up; ip addr add " + address(machine) + "/24 dev eth0; ip link set eth0 up");
        });
}

} // namespace motley
