// Dropout whose mask depends on the sample's key (seed, epoch and sample id), the layer and the element's position in
// the sample, but not on the rank. However a batch is split over ranks, its samples lose the same elements.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>

namespace motley {

// Returns one key for each sample: int64 [samples].
at::Tensor dropoutKeys(std::uint64_t seed, std::int64_t epoch, std::span<const std::int64_t> sampleIds);

// Zeroes each element with probability p (0 <= p < 1) and scales the others by 1 / (1 - p). x: float, double, half or
// bfloat16 on any device; dimension 0 counts the samples. keys: int64 [samples]. `layer` distinguishes the dropouts in
// a network. `widest`: the sizes of dimensions 1 and up for the longest possible sample, for batches that are cut to
// their own longest sample, so that the mask does not depend on it; default: x's own sizes. Differentiable in x; the
// backward pass draws the mask again instead of keeping it.
at::Tensor keyedDropout(
    const at::Tensor &x, double p, const at::Tensor &keys, std::uint64_t layer, at::IntArrayRef widest = {});

// The dropout of one forward pass.
struct Dropout {
    at::Tensor keys; // undefined: nothing is dropped, as in evaluation

    at::Tensor operator()(const at::Tensor &x, double p, std::uint64_t layer, at::IntArrayRef widest = {}) const;
};

} // namespace motley
