#include "engine/training/step/steppasses.h"

#include "engine/device/devicememory.h"

namespace motley {

PassOptions passOptions(const StepOptions &options, Group &group)
{
    PassOptions passes{options.device, options.precision, options.microbatch, options.wholeShareAtOnce,
        "Rank " + std::to_string(group.number())};
    passes.onPassed = [&group] { group.activity().advance(); };
    return passes;
}

double scaleOf(const StepData &data, double lossScale)
{
    return data.weight > 0 ? lossScale / data.weight : 0;
}

RankReport reportOf(
    int rank, const StepInput &input, const Passed &passed, const UpdateTimes &last, const std::vector<bool> &unused)
{
    RankReport mine;
    mine.times = {rank, input.data.batch.samples, input.data.units, input.dataSeconds, passed.forward.computeSeconds,
        passed.backward.computeSeconds,
        passed.forward.exchangeSeconds + passed.backward.exchangeSeconds + last.exchangeSeconds, last.optimizerSeconds};
    mine.summedLoss = passed.summedLoss;
    mine.stopRequested = input.stopRequested;
    mine.knowsNextRanks = input.knowsNextRanks;
    mine.checkpointRequested = input.checkpointRequested;
    mine.newShares = input.newShares;
    mine.sampleHash = input.data.sampleHash;
    const bool learns = input.data.batch.samples > 0 && input.data.groupWeight > 0;
    mine.unused = learns ? unused : std::vector<bool>(unused.size(), true);
    return mine;
}

void describeMemory(StepResult &result, const Passed &passed, const StepOptions &options)
{
    result.newMicrobatch = passed.newMicrobatch;
    result.recomputesNow = passed.recomputesNow;
    if (!options.measuresMemory)
        return;
    result.passPeakBytes = peakMemory(options.device);
    restartPeak(options.device);
}

} // namespace motley
