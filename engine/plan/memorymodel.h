// How much memory the tensors of a rank fill, from what they filled when it was measured alone with two sizes of passes
// (engine/protocol/answers.h), and how many samples it may take at once.
#pragma once

#include "engine/protocol/answers.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace motley {

constexpr std::int64_t gradientBucketBytes = 25 << 20; // that ranks exchange at once

// What a rank does in a run.
struct MemoryUse {
    std::int64_t samplesAtOnce = 0;
    bool accumulates = false; // a step takes more than one pass
    bool exchanges = false; // there are other ranks
    double heldState = 1; // of the optimizer state; below 1, it holds as much of the summed gradients
};

bool isMeasured(const MemoryReport &memory);

// The most bytes at any time, in passes and in the update. A pass needs a fixed amount and more for each sample, as the
// two measured ones say. Other ranks cost buffers as large as the gradients; gradients that wait for those of the next
// pass cost what was measured, or as much. Where ranks hold parts, those that others keep are spared.
std::int64_t predictedPeak(const MemoryReport &memory, const MemoryUse &use);

struct FittingPass {
    std::int64_t samplesAtOnce = 0;
    std::int64_t peakBytes = 0;

    bool operator==(const FittingPass &) const = default;
};

// The most samples at once, up to `samples`, that fill no more than `bytes`. nullopt: not even one fits.
std::optional<FittingPass> largestPass(
    const MemoryReport &memory, std::int64_t samples, std::int64_t bytes, bool exchanges, double heldState);

// A part of the optimizer state for each rank, in proportion to what it has left beside its own one-sample passes;
// all together 1. Empty if no rank has any left.
struct FreeMemory {
    MemoryReport memory;
    std::int64_t bytes = 0; // that tensors may fill
};
std::vector<double> stateShares(const std::vector<FreeMemory> &ranks);

} // namespace motley
