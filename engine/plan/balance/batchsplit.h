// The fixed global batch cut so that the slowest rank is done as early as possible.
#pragma once

#include "engine/plan/balance/steptime.h"

#include <limits>

namespace motley {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

struct RankLimits {
    StepTime time; // with secondsPerUnit above 0
    std::int64_t most = unlimited; // units that fit
};

// Units of each rank, summing to `total`, for which the longest time is least: one unit after another to the rank that
// would be done first with it, which is exact as no rank gets faster by more units. That a fixed batch is cut by speeds
// at step borders is LB-BSP (Chen et al., SoCC 2020). Of ranks done at the same time the lower one gets the unit. Where
// there are units for all, a rank gets at least one unless that takes it more than `mostWait` times as long as the
// others need for all of them: without any it could not be measured, and would never come back after a bad minute.
// Empty if `total` does not fit.
constexpr double mostWait = 2;
std::vector<std::int64_t> fastestSplit(std::int64_t total, const std::vector<RankLimits> &ranks);

// The rank that takes longest for its share, the first of several; of none 0.
std::size_t slowestOf(const std::vector<std::int64_t> &shares, const std::vector<RankLimits> &ranks);

} // namespace motley
