// The time that a step with Adasum takes to exchange gradients inside its groups and updates between them. Both come
// after all passes, so computing hides neither.
#pragma once

#include "engine/plan/forecast/ringallreducecost.h"

#include <vector>

namespace motley {

struct AdasumCost {
    RingAllReduceCost insideGroups; // of the gradients, a ring in the group that takes longest
    RingAllReduceCost betweenGroups; // of the updates
};

// `members`: the machines, `groups`: the group of each of their ranks in order. Of G groups, 2 (G - 1) / G of the bytes
// cross the slowest link in two rounds, and two more sum the inner products, G^2 for each tensor. One rank of each
// group takes part and hands the result to the others.
AdasumCost adasumCost(const std::vector<RingMember> &members, const std::vector<int> &groups,
    const std::vector<PairLink> &pairs = {}, Link shared = {});

} // namespace motley
