// Samples the next token of a language model.
#pragma once

#include "engine/models/causal/generationspec.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>

namespace motley {

// logits: [rows, vocabulary]. uniform: one number in [0, 1) for each row, which determines the choice. -> int64 [rows],
// on the device of the logits. Equally probable tokens are ordered by id.
at::Tensor sampleTokens(const at::Tensor &logits, const SamplingSpec &spec, std::span<const double> uniform);

} // namespace motley
