// The predicted peak of a rank, part by part.
#pragma once

#include "engine/plan/memorymodel.h"
#include "engine/protocol/plan.h"

namespace motley {

// The parts of predictedPeak(), which is their sum. What a pass holds besides is not told apart by a measurement: of
// it, first the logits count, then the gradients, and what is left as activations.
MemoryParts memoryParts(const MemoryReport &memory, const MemoryUse &use);

} // namespace motley
