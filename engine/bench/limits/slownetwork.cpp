#include "engine/bench/limits/slownetwork.h"

#include "engine/base/childprocess.h"
#include "engine/base/descriptor.h"

#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace motley {

namespace {

constexpr std::array trafficControls{"/usr/sbin/tc", "/sbin/tc", "/usr/bin/tc"};
constexpr const char *loopback = "lo";

bool bringUpLoopback()
{
    const Descriptor socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    ifreq request{};
    std::char_traits<char>::copy(request.ifr_name, loopback, 2);
    request.ifr_flags = IFF_UP | IFF_RUNNING;
    return socket && ioctl(socket.get(), SIOCSIFFLAGS, &request) == 0;
}

std::string trafficControl() // empty: there is none
{
    for (const char *program : trafficControls)
        if (access(program, X_OK) == 0)
            return program;
    return {};
}

} // namespace

Result<void> enterSlowNetwork(const std::string &rate)
{
    const std::string program = trafficControl();
    if (program.empty())
        return fail("There is no tc here, which limits the link (--rate). Install the package iproute2.");
    if (unshare(CLONE_NEWNET) != 0)
        return fail("A network of its own could not be made (--rate); that needs root.", systemReason(errno));
    if (!bringUpLoopback())
        return fail("The loopback interface of the new network could not be brought up.", systemReason(errno));
    const pid_t child = startProgram(program,
        {"qdisc", "replace", "dev", loopback, "root", "tbf", "rate", rate, "burst", "256kb", "latency", "50ms"},
        {STDIN_FILENO, STDERR_FILENO, STDERR_FILENO});
    const int status = child < 0 ? -1 : waitForChild(child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return fail("tc could not limit the link to " + rate + " (--rate takes a speed such as 1gbit or 100mbit).");
    return {};
}

} // namespace motley
