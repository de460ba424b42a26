// Predicts the memory that the tensors of a rank fill, from two micro-batch sizes that were measured on the rank alone
// (MemoryReport in engine/protocol/answers.h), and how many samples it may take at once.
#pragma once

#include "engine/protocol/answers.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace motley {

// What decides the memory of a rank in a run.
struct MemoryUse {
    std::int64_t samplesAtOnce = 0;
    bool accumulates = false; // gradients, as a step has more than one micro-batch
    bool exchanges = false; // gradients with other ranks
    double heldState = 1; // part of the optimizer state and, where below 1, of the summed gradients that it holds
    bool joinsUpdates = false; // with other ranks, by Adasum
    bool copiesState = false; // on a CPU, to write a checkpoint while it trains on
    bool narrows = false; // gradients, for other ranks: into as many numbers of half their bytes
    double mirroredState = 0; // part of the optimizer state that it holds for other ranks; the state is sharded then
};

constexpr std::int64_t copiesToJoin = 3; // of the parameters, by Adasum

bool isMeasured(const MemoryReport &memory);
std::int64_t copiedBytes(const MemoryReport &memory); // of parameters and the whole optimizer state

// Of the buckets in which whole gradients are exchanged, and of what is sent of them.
std::int64_t bucketBytes(const MemoryReport &memory, const MemoryUse &use);

// Bytes of the logits that a pass of so many samples holds at once: as many as the measured one for each sample, up to
// where they come in chunks.
std::int64_t logitBytes(const MemoryReport &memory, std::int64_t samples);

// The most bytes at any time, in passes and in the update. A pass needs a fixed amount and more for each sample, by the
// two measured ones, and logits, which do not grow beyond a chunk. With other ranks, buckets as large as the gradients
// come on top, and half of that again while they travel in 16 bits. Accumulated gradients cost what was measured for a
// second pass, or else as much as the gradients. With sharded optimizer state, the shards of other ranks are
// subtracted, but for those that are mirrored, whose gradients come after the passes. To join updates takes three
// copies of the parameters, kept from step to step: the start of the step, its change in one piece, and what comes from
// a peer. Gradients that groups sum first use the same, in place of buckets. A rank that copies its state for
// checkpoints keeps copiedBytes() from the first one on.
std::int64_t predictedPeak(const MemoryReport &memory, const MemoryUse &use);

// The report as if samples were sequences of `to` tokens rather than `from`. What a sample takes grows with them.
MemoryReport withTokens(const MemoryReport &memory, std::int64_t from, std::int64_t to);

struct FittingPass {
    std::int64_t samplesAtOnce = 0;
    std::int64_t peakBytes = 0;

    bool operator==(const FittingPass &) const = default;
};

// The largest micro-batch, up to `samples`, whose predicted peak is at most `bytes`. Ignores samplesAtOnce and
// accumulates of `use`. nullopt: not even one sample fits.
std::optional<FittingPass> largestPass(
    const MemoryReport &memory, std::int64_t samples, std::int64_t bytes, MemoryUse use);

// stateShares(): the shard of the optimizer state of each rank, summing to 1, in proportion to the memory that it has
// left beside micro-batches of one sample. Empty if no rank has any left.
struct FreeMemory {
    MemoryReport memory;
    std::int64_t bytes = 0; // that tensors may fill
};
std::vector<double> stateShares(const std::vector<FreeMemory> &ranks);

} // namespace motley
