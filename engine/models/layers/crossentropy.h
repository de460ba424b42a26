// Cross-entropy in two passes over the logits, for a CPU. Of a language model they are the widest thing there is, so
// that each pass counts, and each other tensor of their size.
#pragma once

#include <ATen/core/Tensor.h>

namespace motley {

struct CrossEntropySums {
    at::Tensor smoothed; // onTarget * likelihood - onEach * the sum of all logarithms; differentiable in the logits
    at::Tensor likelihood; // negative logarithms of the targets; not differentiable
};

bool canSumCrossEntropy(const at::Tensor &logits); // contiguous float on a CPU

// logits: [rows, classes]; targets: int64 [rows], a row with a negative one does not count. onTarget + classes * onEach
// is 1. The gradient takes the place of the logits, unless they are a leaf: whoever else needs them for a gradient gets
// torch's error about a change in place.
CrossEntropySums sumCrossEntropy(const at::Tensor &logits, const at::Tensor &targets, double onTarget, double onEach);

} // namespace motley
