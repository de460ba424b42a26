// What a rank may do to need less memory. The result of training stays the same.
#pragma once

#include <cstdint>

namespace motley {

struct MemorySpec {
    // Whether each rank holds only a shard of the optimizer state (ZeRO).
    enum class Shard {
        Never,
        WhenNeeded, // if some device could not hold the whole state
        Always,
    };

    // Whether a rank recomputes activations in the backward pass rather than keep them, where the model supports it.
    enum class Recompute {
        Never,
        WhenNeeded, // if the memory would not hold one sample otherwise, or so few that recomputing is faster
        Always,
    };

    std::int64_t microbatch = 0; // samples that a rank takes at once; 0: its whole share
    Recompute recompute = Recompute::WhenNeeded;
    std::int64_t limitMiB = 0; // MiB that the tensors of a rank may fill; 0: what its device has
    Shard shard = Shard::WhenNeeded;
    bool mirror = true; // each shard on another machine too, so that a lost machine loses none; if memory holds it

    bool operator==(const MemorySpec &) const = default;
};

} // namespace motley
