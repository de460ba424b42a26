// Why a run ended, in words.
#pragma once

#include "engine/agent/rankwatch.h"
#include "engine/base/process/signalqueue.h"
#include "engine/protocol/plan.h"

#include <chrono>
#include <string>

namespace motley {

std::string nameOf(const PlannedMachine &machine); // "box-2 (10.0.0.2)"

bool isLinkDown(const std::string &ownAddress); // whether the interface that holds it has no connection

// Why the coordinator has lost a machine. Asks the machine itself, which takes a second at most.
std::string whyLost(const PlannedMachine &machine, bool neverCame);

std::string whyGone(const PlannedMachine &machine); // whose agent has left

// Why a rank has failed that lives and makes no progress.
std::string whyHung(RankPhase phase);

// Why the coordinator itself is the one that was lost: it has heard of none of the others, or did not run for so long.
std::string whyCutOff(const PlannedMachine &coordinator);
std::string whyGivenUp(const PlannedMachine &coordinator, std::chrono::duration<double> absence);

// Empty where a user asked for it at the coordinator, who knows.
std::string whyStopped(SignalQueue::Order order, const PlannedMachine &machine, bool isCoordinator);

// Why all ranks wait for each other. `where`: "hbox5 and hbox6", between which nothing gets through; empty: not known.
std::string whyAllWait(RankPhase phase, const std::string &where);

} // namespace motley
