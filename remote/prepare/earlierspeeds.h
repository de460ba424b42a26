// Speeds that were measured a moment before a run began need not be measured again.
#pragma once

#include "engine/plan/candidate.h"

#include <vector>

namespace motley {

// Gives `machine` the speeds that `earlier` has for the machine of its name, and what was measured with them. False:
// there is no such machine, it has other ranks, or one of them was not measured; then `machine` stays as it is.
bool reuseEarlierSpeeds(CandidateMachine &machine, const std::vector<CandidateMachine> &earlier);

} // namespace motley
