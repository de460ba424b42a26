// The one small all-reduce of a step, and its commit point: a rank that returns from it knows all that an update needs,
// and updates.
#pragma once

#include "engine/exchange/group.h"
#include "engine/protocol/event.h"
#include "engine/statistics/gradientnoisescale.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

// Shares that apply from a step that no rank has reached yet.
struct NewShares {
    std::int64_t fromStep = 0;
    std::vector<std::int64_t> shares; // index = rank
};

// What one rank says of its step.
struct RankReport {
    RankStep times;
    double summedLoss = 0; // of this rank's samples
    double gradientNorm = 0; // of the gradient that this rank has; not finite where it overflowed
    std::optional<double> localSquaredNorm; // of this rank's part of the mean gradient; all ranks measure it or none
    bool stopRequested = false;
    bool knowsNextRanks = false; // who train together from the next step on
    bool checkpointRequested = false;
    std::optional<NewShares> newShares; // rank 0's
    std::string sampleHash; // of the global batch, which all ranks should have drawn alike
    std::vector<bool> unused; // index = parameter, of as many on all ranks: it had no part in this rank's passes
};

// What all ranks know then.
struct StepReport {
    double summedLoss = 0; // over all ranks
    bool stop = false; // some rank was asked to stop
    bool othersFollow = false; // some rank knows of a generation that follows this step
    bool savesCheckpoint = false; // some rank was asked for one
    std::vector<RankStep> ranks;
    std::vector<double> gradientNorms; // index = rank
    std::optional<NewShares> newShares; // the shares that rank 0 gave; nullopt: none
    std::vector<GradientPart> gradients; // index = rank; empty in steps that do not measure them
    std::optional<int> drewOthers; // the first rank that drew other samples than rank 0; nullopt: none did
    std::vector<std::vector<bool>> unused; // index = rank; empty in a report that was not shared

    // The parameters that had no part in the passes of any rank for which `counts` is true. `counts`: index = rank.
    std::vector<bool> unusedOnAll(const std::vector<bool> &counts) const;
};

StepReport shareStep(Group &group, const RankReport &mine); // every rank must call it in every step

} // namespace motley
