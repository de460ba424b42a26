// The kinds of a step.
#pragma once

#include "engine/job/exchangespec.h"
#include "engine/tasks/task.h"
#include "engine/training/step/stepstrategy.h"

#include <memory>

namespace motley {

// The model is on the device already; task and group must live longer. Every rank must call it.
std::unique_ptr<StepStrategy> makeStrategy(
    const ExchangeSpec &exchange, Task &task, Group &group, const StepOptions &options);

} // namespace motley
