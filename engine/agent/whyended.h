// Why a run ended, in words.
#pragma once

#include "engine/agent/rankwatch.h"
#include "engine/base/process/signalqueue.h"
#include "engine/plan/joining.h"
#include "engine/plan/membershipchange.h"
#include "engine/protocol/event.h"

#include <chrono>
#include <optional>
#include <string>

namespace motley {

std::string nameOf(const PlannedMachine &machine); // "box-2 (10.0.0.2)"
std::string whyItMayEndAtLogout(const PlannedMachine &machine); // and what to do
std::string asSentence(const std::string &words); // with a full stop

// "Rank 1 on box-2 (10.0.0.2) failed: killed by signal 9 (Killed)."
std::string describe(const RankFailed &failure, const Plan &plan);

// In the name of the machine's first rank.
RankFailed failureOf(const Plan &plan, int machine, std::string cause, RankFailed::Kind kind = RankFailed::Kind::Hung);

struct Blame {
    std::optional<int> machine; // nullopt: which one is at fault is not known
    std::string cause;
};

// Why the coordinator, machine `self`, has lost a machine. `hearsOthers`: of those that are left. Asks that machine and
// others, which takes some seconds at most.
Blame whyLost(const Plan &plan, int self, int machine, bool neverCame, bool hearsOthers);

std::string whyGone(const PlannedMachine &machine); // whose agent has left

// Why a rank has failed that lives and makes no progress.
std::string whyHung(RankPhase phase);

// Why the coordinator itself is the one that was lost: it has heard of none of the others, or did not run for so long.
std::string whyCutOff(const PlannedMachine &coordinator);
std::string whyGivenUp(const PlannedMachine &coordinator, std::chrono::duration<double> absence);

// Why the others do not go on without a rank, in a sentence; empty: that goes without saying.
std::string whyNotWithout(Hindrance hindrance, const Membership &now, int leader);

std::string whyOthersGoOn(const PlannedMachine &self); // where this one does not, in a sentence

std::string whyLeft(const PlannedMachine &self); // the others go on, and it comes back
std::string whyHandedOver(const PlannedMachine &self);
std::string whyTurnedAway(Joining answer, const PlannedMachine &machine); // which asked to take part again

std::string whyUntold(); // where the plan is too long to be told to the others

std::string whyUnlogged(); // a rank is lost that an earlier coordinator left out
std::string whyDisconnected(); // of a rank, where none is lost

// Empty where a user asked for it at the coordinator, who knows.
std::string whyStopped(SignalQueue::Order order, const PlannedMachine &machine, bool isCoordinator);

// Why all ranks wait for each other. `where`: "hbox5 and hbox6", between which nothing gets through; empty: not known.
std::string whyAllWait(RankPhase phase, const std::string &where);

} // namespace motley
