// What a rank may do to need less memory. The result is the same.
#pragma once

#include <cstdint>

namespace motley {

struct MemorySpec {
    std::int64_t microbatch = 0; // samples that a rank takes at once; 0: all of its share
    bool recompute = false; // activations in the backward pass, rather than keep them

    bool operator==(const MemorySpec &) const = default;
};

} // namespace motley
