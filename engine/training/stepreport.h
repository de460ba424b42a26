// The one small all-reduce of a step: what every rank must know about the others to report the step and to go on.
#pragma once

#include "engine/exchange/group.h"
#include "engine/plan/statistics/gradientnoisescale.h"
#include "engine/training/trainstep.h"

#include <vector>

namespace motley {

// From a step that every rank has yet to come to.
struct NewShares {
    std::int64_t fromStep = 0;
    std::vector<std::int64_t> shares; // index = rank
};

struct StepReport {
    double summedLoss = 0; // over all ranks
    bool stop = false; // some rank was asked to stop
    std::vector<RankStep> ranks;
    std::optional<NewShares> newShares; // those that rank 0 gave
    std::vector<GradientPart> gradients; // of the ranks, in steps that measure them
};

// Every rank, every step; what rank 0 gives as new shares all of them get.
StepReport shareStep(
    const Group &group, const TakenStep &taken, bool stopRequested, const std::optional<NewShares> &given);

} // namespace motley
