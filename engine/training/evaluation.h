// The test set through the model, split over the ranks by the same proportions as the training batches.
#pragma once

#include "engine/exchange/group.h"
#include "engine/protocol/event.h"
#include "engine/tasks/task.h"

#include <vector>

namespace motley {

// Every rank; the result is the same on all. step and epoch stay 0.
Evaluation evaluateTask(Task &task, const Group &group, const std::vector<std::int64_t> &shares, at::Device device);

} // namespace motley
