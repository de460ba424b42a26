// Cross-entropy on a CPU in two passes over the logits. In a language model they are the largest tensor, so every pass
// over them and every other tensor of their size counts.
#pragma once

#include <ATen/core/Tensor.h>

namespace motley {

struct CrossEntropySums {
    at::Tensor smoothed; // sum over rows of -onTarget * log p(target) - onEach * sum of all log p; differentiable
    at::Tensor likelihood; // sum over rows of -log p(target); not differentiable
};

bool canSumCrossEntropy(const at::Tensor &logits); // logits are contiguous float on a CPU

// logits: [rows, classes]; targets: int64 [rows], where rows with a negative target do not count. onTarget + classes *
// onEach must be 1. The backward pass writes the gradient over the logits, unless they are a leaf: if another operation
// needs them for its gradient, torch throws its error about a change in place.
CrossEntropySums sumCrossEntropy(const at::Tensor &logits, const at::Tensor &targets, double onTarget, double onEach);

} // namespace motley
