// What a rank may do to need less memory. The result is the same.
#pragma once

#include <cstdint>

namespace motley {

struct MemorySpec {
    // Whether each rank holds only a part of the optimizer state.
    enum class Shard {
        Never,
        WhenNeeded, // where a device could not hold all of it
        Always,
    };

    // Whether a rank computes activations again in the backward pass, rather than keep them. Where the model can.
    enum class Recompute {
        Never,
        WhenNeeded, // where its memory would hold not even one sample otherwise, or so few that this is slower
        Always,
    };

    std::int64_t microbatch = 0; // samples that a rank takes at once; 0: all of its share
    Recompute recompute = Recompute::WhenNeeded;
    std::int64_t limitMiB = 0; // 2^20 bytes that the tensors of a rank may fill; 0: what its device has
    Shard shard = Shard::WhenNeeded;

    bool operator==(const MemorySpec &) const = default;
};

} // namespace motley
