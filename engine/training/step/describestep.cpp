#include "engine/training/step/describestep.h"

#include <string>

namespace motley {

StepDone describeStep(const StepData &data, const StepResult &result, const Membership &membership, double lossBefore)
{
    StepDone done;
    done.step = data.position.step;
    done.epoch = data.position.epoch;
    done.loss = result.isEmpty ? lossBefore : result.report.summedLoss / data.weight;
    done.gradientNorm = result.gradientNorm;
    done.lossScale = result.lossScale;
    done.skipped = result.changesNothing();
    done.samples = data.samples;
    done.sampleHash = data.sampleHash;
    done.ranks = result.report.ranks;
    for (RankStep &rank : done.ranks)
        rank.rank = membership.ranks[std::size_t(rank.rank)];
    return done;
}

Warning warningOfMemory(const Plan &plan, int rank, std::int64_t step, const StepResult &result)
{
    const PlannedRank &planned = plan.ranks[std::size_t(rank)];
    std::string remedy = result.recomputesNow ? "recomputes activations" : "";
    if (result.newMicrobatch)
        remedy += (remedy.empty() ? "takes " : " and takes ") + std::to_string(*result.newMicrobatch)
            + (*result.newMicrobatch == 1 ? " sample" : " samples") + " at once";
    return {planned.machine,
        "Rank " + std::to_string(rank) + " on " + plan.machineOf(planned).name + " ran out of memory in step "
            + std::to_string(step) + ". It repeated its part of it and " + remedy + " from now on."};
}

} // namespace motley
