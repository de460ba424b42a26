#include "engine/plan/memoryparts.h"

#include "engine/protocol/gradientbuckets.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

std::int64_t exchangeBytes(const MemoryReport &memory, const MemoryUse &use)
{
    if (use.joinsUpdates)
        return copiesToJoin * memory.parameterBytes;
    if (use.heldState < 1 || use.mirroredState > 0)
        return std::min(gradientBucketBytes, memory.parameterBytes);
    return bucketBytes(memory, use);
}

} // namespace

MemoryParts memoryParts(const MemoryReport &memory, const MemoryUse &use)
{
    std::int64_t left = predictedPeak(memory, use);
    const auto take = [&](std::int64_t bytes) {
        const std::int64_t taken = std::clamp<std::int64_t>(bytes, 0, left);
        left -= taken;
        return taken;
    };
    MemoryParts parts;
    parts.frozen = take(memory.frozenBytes);
    parts.trained = take(memory.parameterBytes);
    parts.optimizer = take(std::llround(use.heldState * double(memory.stateBytes)));
    parts.mirror = take(std::llround(use.mirroredState * double(memory.stateBytes)));
    parts.checkpoint = take(use.copiesState ? copiedBytes(memory) : 0);
    parts.exchange = take(exchangeBytes(memory, use));
    parts.logits = take(logitBytes(memory, use.samplesAtOnce));
    parts.gradients = take(std::llround(use.heldState * double(memory.parameterBytes)));
    parts.activations = left;
    return parts;
}

} // namespace motley
