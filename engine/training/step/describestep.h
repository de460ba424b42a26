// What is said of a step that a rank has taken.
#pragma once

#include "engine/protocol/event.h"
#include "engine/protocol/membership.h"
#include "engine/training/step/stepstrategy.h"

namespace motley {

// Without what its trainer alone knows: times, rate and noise. `lossBefore`: that of a step without one.
StepDone describeStep(const StepData &data, const StepResult &result, const Membership &membership, double lossBefore);

// That a rank ran out of memory, and what it does about it.
Warning warningOfMemory(const Plan &plan, int rank, std::int64_t step, const StepResult &result);

} // namespace motley
