#include "engine/plan/memorymodel.h"

#include "engine/protocol/gradientbuckets.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace motley {

namespace {

// A pass beside its logits: on the line through two measured passes, or through a single one and the bytes held without
// a pass.
struct PassLine {
    double measured = 0; // of passSamples
    double perSample = 0;
};

using Logits = std::int64_t (*)(const MemoryReport &, std::int64_t samples);

PassLine lineOf(const MemoryReport &memory, std::int64_t peak, std::int64_t smallPeak, Logits logits)
{
    const std::int64_t besideLogits = peak - logits(memory, memory.passSamples);
    const std::int64_t smallBesideLogits = smallPeak - logits(memory, memory.smallPassSamples);
    const std::int64_t between = memory.passSamples - memory.smallPassSamples;
    const double perSample = between > 0
        ? std::max(0.0, double(besideLogits - smallBesideLogits) / double(between))
        : double(besideLogits - memory.heldBytes) / double(std::max<std::int64_t>(memory.passSamples, 1));
    return {double(besideLogits), perSample};
}

double peakOf(const MemoryReport &memory, std::int64_t peak, std::int64_t smallPeak, std::int64_t samplesAtOnce,
    Logits logits = logitBytes)
{
    const auto [measured, perSample] = lineOf(memory, peak, smallPeak, logits);
    return measured + perSample * double(samplesAtOnce - memory.passSamples) + double(logits(memory, samplesAtOnce));
}

// Those that come in chunks are gone when the backward pass begins.
std::int64_t backwardLogits(const MemoryReport &memory, std::int64_t samples)
{
    const std::int64_t bytes = logitBytes(memory, samples);
    return bytes < memory.mostLogitBytes ? bytes : 0;
}

// Short sequences need most while the loss is computed, long ones in the backward pass of a layer.
double passPeak(const MemoryReport &memory, std::int64_t samplesAtOnce)
{
    const double whole = peakOf(memory, memory.passPeakBytes, memory.smallPassPeakBytes, samplesAtOnce);
    if (memory.backwardPeakBytes == 0)
        return whole;
    return std::max(
        whole, peakOf(memory, memory.backwardPeakBytes, memory.smallBackwardPeakBytes, samplesAtOnce, backwardLogits));
}

double wholePeak(const MemoryReport &memory, const MemoryUse &use)
{
    const auto gradients = double(memory.parameterBytes);
    const double waiting = memory.secondPassBytes > 0 ? double(memory.secondPassBytes) : gradients;
    const double passes
        = passPeak(memory, use.samplesAtOnce) + double(bucketBytes(memory, use)) + (use.accumulates ? waiting : 0);
    return std::max(passes, double(memory.updatePeakBytes));
}

// With sharded optimizer state: a rank with no shard fills what a bare pass does, and one with all of it what a whole
// pass and a gradient bucket do; other ranks lie between in proportion to their shard. What they mirror comes when the
// passes are done.
double shardedPeak(const MemoryReport &memory, const MemoryUse &use)
{
    const auto gradients = double(memory.parameterBytes);
    const double bucket = std::min(double(gradientBucketBytes), gradients);
    const double whole = bucket + passPeak(memory, use.samplesAtOnce);
    const double bare = peakOf(memory, memory.barePassPeakBytes, memory.smallBarePassPeakBytes, use.samplesAtOnce);
    const double passes = bare + (use.accumulates ? gradients : use.heldState * (whole - bare));
    const double handedOut = std::min(2 * bucket, gradients); // parameters broadcast after the update
    const double held = use.heldState + use.mirroredState;
    return std::max(passes, double(memory.updatePeakBytes) - (1 - held) * gradients + handedOut);
}

} // namespace

std::int64_t bucketBytes(const MemoryReport &memory, const MemoryUse &use)
{
    if (!use.exchanges)
        return 0;
    return use.narrows ? memory.parameterBytes + memory.parameterBytes / 2 : memory.parameterBytes;
}

bool isMeasured(const MemoryReport &memory)
{
    return memory.passPeakBytes > 0 && memory.passSamples > 0;
}

std::int64_t copiedBytes(const MemoryReport &memory)
{
    return memory.parameterBytes + memory.stateBytes;
}

std::int64_t logitBytes(const MemoryReport &memory, std::int64_t samples)
{
    if (memory.passSamples == 0)
        return 0;
    const double bytes = double(memory.passLogitBytes) / double(memory.passSamples) * double(samples);
    return std::llround(std::min(bytes, double(memory.mostLogitBytes)));
}

std::int64_t predictedPeak(const MemoryReport &memory, const MemoryUse &use)
{
    const bool isSharded = use.heldState < 1 || use.mirroredState > 0;
    const double spared = (1 - use.heldState - use.mirroredState) * double(memory.stateBytes);
    const double joining = use.joinsUpdates ? double(copiesToJoin) * double(memory.parameterBytes) : 0;
    return std::llround((isSharded ? shardedPeak(memory, use) : wholePeak(memory, use)) - spared + joining)
        + (use.copiesState ? copiedBytes(memory) : 0);
}

MemoryReport withTokens(const MemoryReport &memory, std::int64_t from, std::int64_t to)
{
    const double longer = double(to) / double(from);
    MemoryReport other = memory;
    other.passLogitBytes = std::llround(longer * double(memory.passLogitBytes));
    const auto change = [&](std::int64_t &peak, std::int64_t &smallPeak, Logits logits) {
        const PassLine line = lineOf(memory, peak, smallPeak, logits);
        const double perSample = longer * line.perSample;
        const double fixed = line.measured - line.perSample * double(memory.passSamples);
        const auto with = [&](std::int64_t samples) {
            return std::llround(fixed + perSample * double(samples)) + logits(other, samples);
        };
        peak = with(memory.passSamples);
        smallPeak = with(memory.smallPassSamples);
    };
    change(other.passPeakBytes, other.smallPassPeakBytes, logitBytes);
    change(other.barePassPeakBytes, other.smallBarePassPeakBytes, logitBytes);
    if (memory.backwardPeakBytes > 0)
        change(other.backwardPeakBytes, other.smallBackwardPeakBytes, backwardLogits);
    return other;
}

std::optional<FittingPass> largestPass(
    const MemoryReport &memory, std::int64_t samples, std::int64_t bytes, MemoryUse use)
{
    const auto peak = [&](std::int64_t atOnce) {
        use.samplesAtOnce = atOnce;
        use.accumulates = atOnce < samples;
        return predictedPeak(memory, use);
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
