// Speeds that were measured a moment before a run began need not be measured again.
#pragma once

#include "engine/plan/candidate.h"
#include "remote/prepare/runrequest.h"

#include <vector>

namespace motley {

// Of what was measured for the request `then`, what is as good for `now`: its job takes the same steps, whatever its
// name, its rates and its length are, and its machine is the same one.
std::vector<CandidateMachine> goodFor(
    const RunRequest &now, const RunRequest &then, const std::vector<CandidateMachine> &measured);

// Gives `machine` the speeds that `earlier` has for the machine of its name, and what was measured with them. False:
// there is no such machine, it has other ranks, or one of them was not measured; then `machine` stays as it is.
bool reuseEarlierSpeeds(CandidateMachine &machine, const std::vector<CandidateMachine> &earlier);

} // namespace motley
