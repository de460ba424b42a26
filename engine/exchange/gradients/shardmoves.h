// Which rank sends which range of the optimizer state to which, so that the ranks of a new generation hold what they
// are to hold. A pure function of what all ranks have told each other: all of them find the same.
#pragma once

#include "engine/optim/parameterslices.h"

#include <optional>
#include <vector>

namespace motley {

struct HeldRange {
    int rank = 0;
    NumberRange range;
};

struct ShardMove {
    int from = 0; // rank; the same as `to` where it has the range already
    int to = 0;
    NumberRange range;
};

// `held`: a range may be held by several ranks, and a rank may hold several. The moves are in the order of `wanted`. A
// rank takes from itself what it has, and anything else from the first that has it. nullopt: some of what is wanted is
// held by nobody.
std::optional<std::vector<ShardMove>> movesBetween(
    const std::vector<HeldRange> &held, const std::vector<HeldRange> &wanted);

} // namespace motley
