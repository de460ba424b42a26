// Which token a language model says next.
#pragma once

#include "engine/models/gpt2/generationspec.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>

namespace motley {

// logits: [rows, vocabulary], before softmax. uniform: a number from 0 to below 1 for each row, which decides alone.
// -> int64 [rows], on the device of the logits. Of equally probable tokens the one with the lower number comes first.
at::Tensor sampleTokens(const at::Tensor &logits, const SamplingSpec &spec, std::span<const double> uniform);

} // namespace motley
