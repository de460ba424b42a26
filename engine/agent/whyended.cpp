#include "engine/agent/whyended.h"

namespace motley {

std::string nameOf(const PlannedMachine &machine)
{
    return machine.name + " (" + machine.address + ")";
}

std::string whyStopped(SignalQueue::Order order, const PlannedMachine &machine, bool isCoordinator)
{
    if (order == SignalQueue::Order::ShutDown)
        return "The agent on " + nameOf(machine) + " was told to end (SIGTERM), as when a machine shuts down.";
    return isCoordinator ? std::string() : "The run was stopped on " + nameOf(machine) + ".";
}

} // namespace motley
