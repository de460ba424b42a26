#include "engine/agent/whyended.h"

#include "engine/base/walltime.h"
#include "engine/machine/ownlink.h"
#include "engine/rendezvous/controlchannel.h"

#include <algorithm>

namespace motley {

std::string nameOf(const PlannedMachine &machine)
{
    return machine.name + " (" + machine.address + ")";
}

std::string whyItMayEndAtLogout(const PlannedMachine &machine)
{
    return nameOf(machine)
        + " ends all programs of your account when that logs out (KillUserProcesses=yes in logind.conf), and so its "
          "part of the run. Have that set to no there, or your account added to KillExcludeUsers.";
}

std::string asSentence(const std::string &words)
{
    return words.ends_with('.') ? words : words + ".";
}

std::string describe(const RankFailed &failure, const Plan &plan)
{
    return "Rank " + std::to_string(failure.rank) + " on " + nameOf(plan.machines[std::size_t(failure.machine)])
        + " failed: " + asSentence(failure.cause);
}

RankFailed failureOf(const Plan &plan, int machine, std::string cause, RankFailed::Kind kind)
{
    const auto rank = std::find_if(
        plan.ranks.begin(), plan.ranks.end(), [&](const PlannedRank &planned) { return planned.machine == machine; });
    return {int(rank - plan.ranks.begin()), machine, std::move(cause), {}, kind};
}

Blame whyLost(const Plan &plan, int self, int machine, bool neverCame, bool hearsOthers)
{
    const PlannedMachine &own = plan.machines[std::size_t(self)];
    const PlannedMachine &lost = plan.machines[std::size_t(machine)];
    const std::string limit = secondsText(ControlChannel::heartbeatLimit);
    if (isLinkDown(own.address))
        return {self, whyCutOff(own)};
    if (neverCame)
        return {machine,
            "the machine " + nameOf(lost) + " did not join the run within " + secondsText(ControlChannel::joinLimit)
                + ". Check that its agent was started and reaches the coordinating machine."};
    if (answers(lost.address))
        return {machine,
            "the machine " + nameOf(lost) + " is on and connected, but its agent has not answered for " + limit
                + ": it is suspended or was ended, or the machine is out of memory."};
    if (hearsOthers || hearsOutsiders(own.address))
        return {machine,
            "the machine " + nameOf(lost) + " has not answered for " + limit + ". Check that it is on and connected."};
    return {std::nullopt,
        "The machines " + nameOf(own) + " and " + nameOf(lost) + " have heard nothing of each other for " + limit
            + ". Check that both are on and connected."};
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

std::string whyNotWithout(Hindrance hindrance, const Membership &now, int leader)
{
    switch (hindrance) {
    case Hindrance::WouldRecur:
        return {};
    case Hindrance::NoRankLeft:
        return now.ranks.size() > 1 ? "No other rank is left." : std::string();
    case Hindrance::NoneOnLeader:
        return "No rank is left on " + nameOf(now.plan.machines[std::size_t(leader)]) + ", which leads the run.";
    case Hindrance::ShardedState:
        return "The others cannot go on, as the optimizer state is sharded, nobody else holds this part of it, and "
               "there is "
               "no checkpoint yet.";
    case Hindrance::FollowsTheWork:
        return "The others do not go on, as rank after rank failed before its first step.";
    case Hindrance::BatchTooLarge:
        return "The others cannot go on.";
    }
    return {};
}

std::string whyOthersGoOn(const PlannedMachine &self)
{
    return "The machine " + nameOf(self)
        + " hears too few of the others to go on: they may train on without it. It ends its ranks and writes nothing "
          "more of this run.";
}

std::string whyHandedOver(const PlannedMachine &self)
{
    return "No rank is left on " + nameOf(self) + ", which led the run. The next machine leads it from here on.";
}

std::string whyTurnedAway(Joining answer, const PlannedMachine &machine)
{
    const std::string words = nameOf(machine) + " cannot take part again: ";
    switch (answer) {
    case Joining::RefuseAtEnd:
        return words + "the run is at its end.";
    case Joining::RefuseTwice:
        return words + "another agent of it does so already.";
    case Joining::Wait:
    case Joining::Prepare:
    case Joining::TakeIn:
        break;
    }
    return {};
}

std::string whyUntold()
{
    return "The others cannot go on, as they are too many to be told of a new plan.";
}

std::string whyUnlogged()
{
    return "the cause was known only to the machine that led the run then, and is lost with it";
}

std::string whyDisconnected()
{
    return "it lost its connection to another rank, though no rank is lost. Check the network between the machines";
}

std::string whyLeft(const PlannedMachine &self)
{
    return whyStopped(SignalQueue::Order::ShutDown, self, false)
        + " The others go on, and it takes part again once the machine is back.";
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
