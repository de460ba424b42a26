// What plan and job together give to the ranks of a run.
#pragma once

#include "engine/protocol/launchspec.h"

#include <cstdint>
#include <vector>

namespace motley {

// Samples of one micro-batch: the plan's, or the job's where the plan has none; 0: the whole share at once.
std::int64_t microbatchOf(const LaunchSpec &launch, int rank);

// The group number of each rank; a group updates by itself. Empty: all ranks make the same update.
std::vector<int> groupsOfRanks(const Plan &plan);

} // namespace motley
