#include "engine/plan/memory.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace motley {

namespace {

double bytesPerSample(const MemoryReport &memory)
{
    const std::int64_t samples = memory.passSamples - memory.smallPassSamples;
    if (samples <= 0)
        return double(memory.passPeakBytes - memory.heldBytes) / double(std::max<std::int64_t>(memory.passSamples, 1));
    return std::max(0.0, double(memory.passPeakBytes - memory.smallPassPeakBytes) / double(samples));
}

} // namespace

bool isMeasured(const MemoryReport &memory)
{
    return memory.passPeakBytes > 0 && memory.passSamples > 0;
}

std::int64_t predictedPeak(const MemoryReport &memory, const MemoryUse &use)
{
    const double aPass
        = double(memory.passPeakBytes) + bytesPerSample(memory) * double(use.samplesAtOnce - memory.passSamples);
    const auto gradients = double(memory.parameterBytes);
    const double spared = (1 - use.heldState) * double(memory.stateBytes);
    const double passes = aPass + (use.exchanges ? gradients : 0) + (use.accumulates ? gradients : 0);
    const auto update = double(memory.updatePeakBytes);
    return std::llround(std::max(passes, update) - spared);
}

std::optional<FittingPass> largestPass(
    const MemoryReport &memory, std::int64_t samples, std::int64_t bytes, bool exchanges, double heldState)
{
    const auto peak = [&](std::int64_t atOnce) {
        return predictedPeak(memory, {atOnce, atOnce < samples, exchanges, heldState});
    };
    if (peak(samples) <= bytes)
        return FittingPass{samples, peak(samples)};
    if (samples <= 1 || peak(1) > bytes)
        return std::nullopt;
    std::int64_t fits = 1;
    std::int64_t tooMany = samples;
    while (tooMany - fits > 1) {
        const std::int64_t between = (fits + tooMany) / 2;
        (peak(between) <= bytes ? fits : tooMany) = between;
    }
    return FittingPass{fits, peak(fits)};
}

std::vector<double> stateShares(const std::vector<FreeMemory> &ranks)
{
    std::vector<double> left;
    left.reserve(ranks.size());
    for (const FreeMemory &rank : ranks)
        left.push_back(std::max(0.0, double(rank.bytes - predictedPeak(rank.memory, {1, true, true, 0}))));
    const double sum = std::accumulate(left.begin(), left.end(), 0.0);
    if (sum <= 0)
        return {};
    for (double &share : left)
        share /= sum;
    return left;
}

} // namespace motley
