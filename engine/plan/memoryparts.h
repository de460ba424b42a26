// What fills the memory of a rank at its peak, part by part.
#pragma once

#include "engine/plan/memorymodel.h"

#include <cstdint>

namespace motley {

struct MemoryParts { // bytes
    std::int64_t frozen = 0; // weights that are not trained, as those below an adapter
    std::int64_t trained = 0; // weights that are
    std::int64_t optimizer = 0; // state that the rank holds
    std::int64_t exchange = 0; // buffers of what ranks send each other
    std::int64_t checkpoint = 0; // the copy that is written
    std::int64_t gradients = 0;
    std::int64_t logits = 0; // that are held at once, with what the loss computes from them
    std::int64_t activations = 0; // of all samples of a pass, and all else: data and what libraries need

    std::int64_t sum() const;
    bool operator==(const MemoryParts &) const = default;
};

// The parts of predictedPeak(), which is their sum. What a pass holds besides is not told apart by a measurement: of
// it, first the logits count, then the gradients, and what is left as activations.
MemoryParts memoryParts(const MemoryReport &memory, const MemoryUse &use);

} // namespace motley
