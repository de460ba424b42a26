#include "engine/commands/terminal/slowdownwords.h"

#include "engine/commands/terminal/numbers.h"

namespace motley {

namespace {

using Cause = Slowdown::Cause;
using Part = Slowdown::Part;

std::string nameOf(const Slowdown &slowdown, const Plan &plan)
{
    const bool isKnown = slowdown.machine >= 0 && std::size_t(slowdown.machine) < plan.machines.size();
    const std::string name = isKnown ? plan.machines[std::size_t(slowdown.machine)].name : "the network";
    return slowdown.rank < 0 ? name : "rank " + std::to_string(slowdown.rank) + " on " + name;
}

std::string since(const Slowdown &slowdown)
{
    return slowdown.sinceStep == 0 ? " as was measured before the run"
                                   : " as before, since step " + std::to_string(slowdown.sinceStep);
}

std::string news(const Slowdown &slowdown, const std::string &name)
{
    const std::string times = fixed(slowdown.factor(), slowdown.factor() < 2 ? 2 : 1) + " times as long";
    switch (slowdown.part) {
    case Part::Compute:
        return name + " computes " + times + since(slowdown);
    case Part::Data:
        return name + " waits for data in "
            + percent(slowdown.stepSeconds > 0 ? slowdown.seconds / slowdown.stepSeconds : 0, 0) + " of the time"
            + (slowdown.sinceStep == 0 ? "" : ", since step " + std::to_string(slowdown.sinceStep));
    case Part::Exchange:
        return "the exchange of gradients takes " + times + since(slowdown)
            + (slowdown.machine < 0 ? "" : ", for " + name);
    case Part::Update:
        break;
    }
    return "the update of the model on " + name + " takes " + times + since(slowdown);
}

std::string over(const Slowdown &slowdown, const std::string &name)
{
    switch (slowdown.part) {
    case Part::Data:
        return "data come fast enough on " + name + " now";
    case Part::Exchange:
        return "the exchange of gradients is as fast as before again";
    case Part::Compute:
    case Part::Update:
        break;
    }
    return name
        + (slowdown.sinceStep == 0 ? " is as fast as was measured before the run" : " is as fast as before again");
}

std::string cause(const Slowdown &slowdown)
{
    const double reading = slowdown.reading.value_or(0);
    const std::string part = percent(reading / 100, 0);
    switch (slowdown.cause) {
    case Cause::Unknown:
        break;
    case Cause::OtherProcesses:
        return "other processes use " + part + " of its processors";
    case Cause::Quota:
        return "a limit on processor time holds it back " + part + " of the time";
    case Cause::VirtualMachine:
        return "the host of this virtual machine takes " + part + " of its processors";
    case Cause::Heat:
        return slowdown.reading ? "its GPU is at " + fixed(reading, 0) + " degrees Celsius and clocks down"
                                : "its processors are too hot and clock down";
    case Cause::PowerLimit:
        return "its GPU is at its power limit of " + fixed(reading, 0) + " W";
    case Cause::SharedGpu:
        return "other processes use its GPU (" + fixed(reading, 0) + ")";
    case Cause::LowClock:
        return "its clock is down to " + fixed(reading, 0) + " MHz";
    case Cause::Swapping:
        return "its memory is full and moves to the disk and back (" + fixed(reading / 1e6, 0) + " MB/s)";
    case Cause::Disk:
        return "its processors wait for the disk in " + part + " of the time";
    case Cause::Link:
        return slowdown.reading ? "its network loses " + percent(reading / 100, 1) + " of what it sends"
                                : "its network link has become slower";
    }
    return {};
}

std::string adviceForUnknown(Part part)
{
    switch (part) {
    case Part::Data:
        return "Leave a processor free for preparing the data: train on one thread less there.";
    case Part::Exchange:
        return "See what else uses this network.";
    case Part::Compute:
    case Part::Update:
        break;
    }
    return "See what else runs there, or leave it out of the next run.";
}

std::string advice(const Slowdown &slowdown)
{
    switch (slowdown.cause) {
    case Cause::Unknown:
        return adviceForUnknown(slowdown.part);
    case Cause::OtherProcesses:
        return "End what else runs there.";
    case Cause::Quota:
        return "Raise the processor limit of its container or service.";
    case Cause::VirtualMachine:
        return "Take a virtual machine with processors of its own.";
    case Cause::Heat:
        return "Clean its fans and give it cooler air.";
    case Cause::PowerLimit:
        return "Raise its limit with nvidia-smi -pl, if its power supply allows that.";
    case Cause::SharedGpu:
        return "End what else uses this GPU.";
    case Cause::LowClock:
        return "Plug it in, or set its power mode to performance.";
    case Cause::Swapping:
        return "Close other programs there, or give the job a smaller micro-batch.";
    case Cause::Disk:
        return "Put the data on a faster disk of this machine.";
    case Cause::Link:
        return "Check its network cable, its plug in the switch, or its Wi-Fi.";
    }
    return {};
}

std::string newsAndCause(const Slowdown &slowdown, const std::string &name)
{
    const std::string why = cause(slowdown);
    return news(slowdown, name) + (why.empty() ? "" : ": " + why);
}

} // namespace

std::string toText(const Slowdown &slowdown, const Plan &plan)
{
    const std::string name = nameOf(slowdown, plan);
    if (slowdown.stage == Slowdown::Stage::Over)
        return over(slowdown, name) + ".";
    return newsAndCause(slowdown, name) + ". "
        + (slowdown.sharesFollow ? "The shares of a batch follow by themselves." : advice(slowdown));
}

std::string toPastText(const Slowdown &slowdown, const Plan &plan)
{
    const bool isOver = slowdown.stage == Slowdown::Stage::Over;
    return newsAndCause(slowdown, nameOf(slowdown, plan))
        + (isOver ? "; over since step " + std::to_string(slowdown.step) + "." : ". " + advice(slowdown));
}

} // namespace motley
