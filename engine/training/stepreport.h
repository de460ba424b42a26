// The one small all-reduce of a step: what every rank must know about the others to report the step and to go on.
#pragma once

#include "engine/exchange/group.h"
#include "engine/training/trainstep.h"

#include <vector>

namespace motley {

struct StepReport {
    double summedLoss = 0; // over all ranks
    bool stop = false; // some rank was asked to stop
    std::vector<RankStep> ranks;
};

StepReport shareStep(const Group &group, const TakenStep &taken, bool stopRequested); // every rank, every step

} // namespace motley
