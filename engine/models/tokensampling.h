// Which token a language model says next.
#pragma once

#include "engine/protocol/result.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>

namespace motley {

struct SamplingSpec {
    double temperature = 1; // scores are divided by it; 0: always the most probable token
    std::int64_t topK = 0; // only among so many of the most probable; 0: all
    double topP = 1; // only among the fewest most probable that are this probable together (Holtzman et al. 2020)
};
Result<void> validate(const SamplingSpec &spec); // names the field

// logits: [rows, vocabulary], before softmax. uniform: a number from 0 to below 1 for each row, which decides alone.
// -> int64 [rows], on the device of the logits. Of equally probable tokens the one with the lower number comes first.
at::Tensor sampleTokens(const at::Tensor &logits, const SamplingSpec &spec, std::span<const double> uniform);

} // namespace motley
