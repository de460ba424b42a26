// Numbers that share a scale with their neighbours.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace motley {

// Numbers of a weight that are float32 at once while it is packed or computed: more would take memory, and less
// launches of kernels.
constexpr std::int64_t numbersAtOnce = std::int64_t(1) << 24;

// The most of each block of so many numbers, without their signs; the last block may be shorter. numbers: float32 [n].
at::Tensor largestOfBlocks(const at::Tensor &numbers, std::int64_t block);

// Multiplies each block in place by its scale. scales: [blocks], or more of which the first ones count.
void scaleBlocks(const at::Tensor &numbers, const at::Tensor &scales, std::int64_t block);

// Each block divided by its largest number, from -1 to 1; a block of zeros stays so.
at::Tensor dividedByLargest(const at::Tensor &numbers, const at::Tensor &largest, std::int64_t block);

} // namespace motley
