// Fills tensors with random numbers that are the same on every machine.
#pragma once

#include "engine/base/keyedrandom.h"

#include <ATen/core/Tensor.h>

namespace motley {

// Approximately normally distributed around 0, by integer arithmetic: the sum of twelve uniform numbers (within 6
// standard deviations). `tensor` must be a contiguous float tensor on the CPU.
void fillNormally(const at::Tensor &tensor, double deviation, Random &random);

// Uniformly distributed between -bound and bound. `tensor` must be a contiguous float tensor on the CPU.
void fillUniformly(const at::Tensor &tensor, double bound, Random &random);

} // namespace motley
