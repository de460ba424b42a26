// Finds the root cause among the failures of several ranks: when one rank fails, its peers fail because of it, and may
// report that first.
#pragma once

#include "engine/protocol/event.h"

#include <vector>

namespace motley {

// True if the failure only says that another rank went away.
bool isConsequence(const RankFailed &failure);

// The cause among failures, which are in the order of their arrival; at least one.
const RankFailed &rootCauseOf(const std::vector<RankFailed> &failures);

} // namespace motley
