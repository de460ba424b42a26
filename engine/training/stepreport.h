// The one small all-reduce of a step: what every rank must know about the others to report the step and to go on.
#pragma once

#include "engine/exchange/group.h"
#include "engine/plan/statistics/gradientnoisescale.h"
#include "engine/training/trainstep.h"

#include <vector>

namespace motley {

// Shares that apply from a step that no rank has reached yet.
struct NewShares {
    std::int64_t fromStep = 0;
    std::vector<std::int64_t> shares; // index = rank
};

struct StepReport {
    double summedLoss = 0; // over all ranks
    double gradientNorm = 0; // of the mean gradient over all ranks; rank 0's figure, so that all ranks decide alike
    bool stop = false; // some rank was asked to stop
    std::vector<RankStep> ranks;
    std::optional<NewShares> newShares; // the shares that rank 0 gave; nullopt: none
    std::vector<GradientPart> gradients; // index = rank; empty in steps that do not measure them
};

// Every rank must call it in every step. All ranks get the new shares that rank 0 gives.
StepReport shareStep(
    const Group &group, const TakenStep &taken, bool stopRequested, const std::optional<NewShares> &given);

} // namespace motley
