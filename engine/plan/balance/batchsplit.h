// Splits the fixed global batch so that the slowest rank finishes as early as possible.
#pragma once

#include "engine/plan/balance/steptime.h"

#include <limits>

namespace motley {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

struct RankLimits {
    StepTime time; // its secondsPerUnit must be above 0
    std::int64_t most = unlimited; // units that fit into memory
};

// The units of each rank, summing to `total`, with the shortest time of the slowest rank. One unit after another goes
// to the rank that would finish first with it, which is exact because no rank gets faster with more units. Of ranks
// that would finish at the same time the lower one gets the unit. Splitting a fixed batch by speeds at step borders is
// LB-BSP (Chen et al., SoCC 2020). Where there are at least as many units as ranks, every rank gets one, unless one
// unit takes it more than `mostWait` times as long as the other ranks need for the whole batch: without any unit a rank
// could not be measured, and would never get work again after it was slow for a while. Empty if `total` exceeds the
// limits.
constexpr double mostWait = 2;
std::vector<std::int64_t> fastestSplit(std::int64_t total, const std::vector<RankLimits> &ranks);

std::int64_t unitsIn(const std::vector<std::int64_t> &shares); // of all ranks together

// The index of the rank that takes longest for its share, the first of several; 0 if there are no ranks.
std::size_t slowestOf(const std::vector<std::int64_t> &shares, const std::vector<RankLimits> &ranks);

} // namespace motley
