#include "engine/agent/whyended.h"

#include "engine/base/tcp.h"
#include "engine/base/textfile.h"
#include "engine/base/walltime.h"
#include "engine/machine/networkinterfaces.h"
#include "engine/rendezvous/controlchannel.h"

#include <cerrno>

namespace motley {

namespace {

// Where no process listens, the system itself refuses, as long as it runs.
bool answers(const std::string &address)
{
    constexpr int unusedPort = 1;
    const auto where = socketAddress(address, unusedPort);
    return where && (connectWithin(*where, std::chrono::seconds(1)) || errno == ECONNREFUSED);
}

} // namespace

std::string nameOf(const PlannedMachine &machine)
{
    return machine.name + " (" + machine.address + ")";
}

bool isLinkDown(const std::string &ownAddress)
{
    const std::string interface = interfaceHolding(ownAddress, networkInterfaces());
    const std::string state = interface.empty() ? "" : firstLineOf("/sys/class/net/" + interface + "/operstate");
    return state == "down" || state == "lowerlayerdown";
}

std::string whyLost(const PlannedMachine &machine, bool neverCame)
{
    const std::string name = "the machine " + nameOf(machine);
    if (neverCame)
        return name + " did not join the run within " + secondsText(ControlChannel::joinLimit)
            + ". Check that its agent was started and reaches the store.";
    const std::string limit = secondsText(ControlChannel::heartbeatLimit);
    if (answers(machine.address))
        return name + " is on and connected, but its agent has not answered for " + limit
            + ": it is suspended or was ended, or the machine is out of memory.";
    return name + " has not answered for " + limit + ". Check that it is on and connected.";
}

std::string whyGone(const PlannedMachine &machine)
{
    return "the agent on " + nameOf(machine) + " went away. Check that this machine is on and connected.";
}

std::string whyHung(RankPhase phase)
{
    return "it " + describe(phase) + " without any progress for " + secondsText(RankWatch::limit)
        + ", and the run waits for it";
}

std::string whyCutOff(const PlannedMachine &coordinator)
{
    return "the machine " + nameOf(coordinator) + " has heard of no other machine for "
        + secondsText(ControlChannel::heartbeatLimit) + ". Check its own connection to the network.";
}

std::string whyGivenUp(const PlannedMachine &coordinator, std::chrono::duration<double> absence)
{
    return "the agent on " + nameOf(coordinator) + " did not run for "
        + secondsText(std::chrono::floor<std::chrono::seconds>(absence))
        + ", and the other machines gave the run up: it was suspended, or its machine was out of memory.";
}

std::string whyStopped(SignalQueue::Order order, const PlannedMachine &machine, bool isCoordinator)
{
    if (order == SignalQueue::Order::ShutDown)
        return "The agent on " + nameOf(machine) + " was told to end (SIGTERM), as when a machine shuts down.";
    return isCoordinator ? std::string() : "The run was stopped on " + nameOf(machine) + ".";
}

std::string whyAllWait(RankPhase phase, const std::string &where)
{
    const std::string limit = secondsText(RankWatch::limit);
    if (phase == RankPhase::Connecting && where.empty())
        return "The ranks could not connect to each other, or nothing has come through for " + limit
            + ". Check that no firewall keeps the planned addresses from talking to each other.";
    return "All ranks wait for each other, and nothing has come through for " + limit + ". Check the network between "
        + (where.empty() ? "the machines" : where) + ".";
}

} // namespace motley
