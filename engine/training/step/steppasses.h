// What every kind of step does around its passes.
#pragma once

#include "engine/training/step/gradientaccumulation.h"
#include "engine/training/step/stepstrategy.h"

namespace motley {

PassOptions passOptions(const StepOptions &options, Group &group); // the group must live longer

// What each sample's loss is multiplied by, so that gradients are those of the mean over the global batch.
double scaleOf(const StepData &data, double lossScale);

// What a rank says of its passes. `last`: the update of the step before; `unused`: GradientExchange::unused(). A rank
// whose group has nothing to learn from, or that has no samples, speaks for no parameter.
RankReport reportOf(
    int rank, const StepInput &input, const Passed &passed, const UpdateTimes &last, const std::vector<bool> &unused);

// After the passes: how memory sufficed for them. Their peak ends here, if it is measured.
void describeMemory(StepResult &result, const Passed &passed, const StepOptions &options);

} // namespace motley
