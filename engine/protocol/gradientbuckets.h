// Sizes of the buckets whose gradients are all-reduced together: the first, which is ready first, and the others. They
// are those of PyTorch's DistributedDataParallel.
#pragma once

#include <cstdint>

namespace motley {

constexpr std::int64_t firstGradientBucketBytes = 1 << 20;
constexpr std::int64_t gradientBucketBytes = 25 << 20;

} // namespace motley
