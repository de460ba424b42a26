#include "engine/plan/forecast/guidelines.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace motley {

namespace {

constexpr double farBelowNoise = 0.25; // times the noise scale

} // namespace

double speedUp(double gpus, double overhead)
{
    return gpus * gpuEfficiency(gpus, overhead);
}

double gpuEfficiency(double gpus, double overhead)
{
    return (1 + overhead) / (1 + gpus * overhead);
}

double greatestSpeedUp(double overhead)
{
    return overhead > 0 ? 1 + 1 / overhead : std::numeric_limits<double>::infinity();
}

double overheadFor(double efficiency, double gpus)
{
    return efficiency * gpus > 1 ? (1 - efficiency) / (efficiency * gpus - 1) : std::numeric_limits<double>::infinity();
}

double mostGpusFor(double efficiency, double overhead)
{
    return overhead > 0 ? ((1 + overhead) / efficiency - 1) / overhead : std::numeric_limits<double>::infinity();
}

double overheadOf(double speedUp, double gpus)
{
    return speedUp > 1 ? std::max(0.0, (gpus - speedUp) / (gpus * (speedUp - 1)))
                       : std::numeric_limits<double>::infinity();
}

double neededBytesPerSecond(double bytes, double ranks, double seconds)
{
    return 2 * bytes * (ranks - 1) / ranks / seconds;
}

double stepsOverFewest(double batch, double noiseScale)
{
    return 1 + noiseScale / batch;
}

double samplesOverFewest(double batch, double noiseScale)
{
    return 1 + batch / noiseScale;
}

BatchFit fitOf(double batch, double noiseScale)
{
    if (batch > farBeyondNoise * noiseScale)
        return BatchFit::Large;
    return batch < farBelowNoise * noiseScale ? BatchFit::Small : BatchFit::Good;
}

// (1 + noiseScale / b) (fixed + perUnit b) is least where its derivative, perUnit - noiseScale fixed / b^2, is zero.
double fastestBatch(const StepTime &time, double noiseScale, double most)
{
    return std::clamp(std::sqrt(noiseScale * time.fixedSeconds / time.secondsPerUnit), 1.0, std::max(1.0, most));
}

double rateFactor(RateRule rule, double batchFactor)
{
    return rule == RateRule::Linear ? batchFactor : std::sqrt(batchFactor);
}

} // namespace motley
