// Dropout whose mask is a function of what is trained, never of who trains it: of the sample's key (seed, epoch and
// sample id), the layer, and the element's place in the sample. However a batch is split over ranks, its samples lose
// the same elements.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>

namespace motley {

// One key for each sample, int64.
at::Tensor dropoutKeys(std::uint64_t seed, std::int64_t epoch, std::span<const std::int64_t> sampleIds);

// Zeroes each element with probability p (0 <= p < 1) and scales the rest by 1 / (1 - p). Dimension 0 of x are samples,
// keys has one int64 for each; `layer` tells the places in the network apart. `widest` gives the sizes that dimensions
// 1 and on would have for the longest sample, where batches are cut to their own longest one: then the mask does not
// depend on that either. Default: x's own sizes. A float, double, half or bfloat16 tensor on any device; differentiable
// in x. The backward pass draws the mask again instead of keeping it.
at::Tensor keyedDropout(
    const at::Tensor &x, double p, const at::Tensor &keys, std::uint64_t layer, at::IntArrayRef widest = {});

// The same factors (0 or 1 / (1 - p)), made of tensor operations alone as on a GPU; float, of x's shape.
at::Tensor composedDropoutFactors(
    at::IntArrayRef sizes, double p, const at::Tensor &keys, std::uint64_t layer, at::IntArrayRef widest = {});

// The dropout of one forward pass.
struct Dropout {
    at::Tensor keys; // undefined: nothing is dropped, as in evaluation

    at::Tensor operator()(const at::Tensor &x, double p, std::uint64_t layer, at::IntArrayRef widest = {}) const;
};

} // namespace motley
