// Measures how long the ranks of a group take to sum tensors of different sizes.
#pragma once

#include "engine/exchange/group.h"
#include "engine/protocol/answers.h"

namespace motley {

// All ranks must call it. Sums a small tensor and one of the size of a gradient bucket, for about so many seconds. Each
// rank reports what its own clock measured. Throws what c10d throws when a peer is gone.
AllReduceReport measureAllReduce(Group &group, at::Device device, double seconds);

} // namespace motley
