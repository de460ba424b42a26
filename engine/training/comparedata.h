// Tells before the first step whether the ranks would train the same model on the same data.
#pragma once

#include "engine/exchange/group.h"
#include "engine/protocol/launchspec.h"
#include "engine/tasks/task.h"

namespace motley {

// Every rank must call it, and all get the same result. The Error names the first rank that has another job or plan,
// training set, test set or model than rank 0, and what differs.
Result<void> compareRanks(Group &group, const LaunchSpec &launch, Task &task);

// Says that a rank drew other samples in a step than rank 0.
std::string unlikeSamples(std::int64_t step, int rank, const Plan &plan);

} // namespace motley
