// Why a run ended, in words.
#pragma once

#include "engine/base/process/signalqueue.h"
#include "engine/protocol/plan.h"

#include <string>

namespace motley {

std::string nameOf(const PlannedMachine &machine); // "box-2 (10.0.0.2)"

// Empty where a user asked for it at the coordinator, who knows.
std::string whyStopped(SignalQueue::Order order, const PlannedMachine &machine, bool isCoordinator);

} // namespace motley
