// The kinds of a step.
#pragma once

#include "engine/tasks/task.h"
#include "engine/training/step/stepstrategy.h"

#include <memory>

namespace motley {

// The model is on the device already; task and group must live longer.
std::unique_ptr<StepStrategy> makeStrategy(Task &task, const Group &group, const StepOptions &options);

} // namespace motley
