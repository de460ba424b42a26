// Fresh weights that are the same on every machine.
#pragma once

#include "engine/base/keyedrandom.h"

#include <ATen/core/Tensor.h>

namespace motley {

// Normally distributed around 0, by whole-number arithmetic: the sum of twelve uniform numbers (within 6 deviations).
// A contiguous float tensor on the CPU.
void fillNormally(const at::Tensor &tensor, double deviation, Random &random);

// Uniformly distributed between -bound and bound. Likewise.
void fillUniformly(const at::Tensor &tensor, double bound, Random &random);

} // namespace motley
