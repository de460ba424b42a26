// How long the ranks of a group take to sum tensors of different sizes.
#pragma once

#include "engine/exchange/group.h"
#include "engine/protocol/answers.h"

namespace motley {

// All ranks must call it. Sums a small tensor and one like a bucket of gradients, for about so many seconds; the
// answers of the ranks differ by what their clocks saw. Throws what c10d throws when a peer is gone.
AllReduceReport measureAllReduce(const Group &group, at::Device device, double seconds);

} // namespace motley
