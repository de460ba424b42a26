// Looks for infinities and NaN in tensors, with no more memory than a few numbers: a device that is planned full has no
// more left.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace motley {

bool isFinite(const at::Tensor &tensor); // integers are
bool areFinite(const std::vector<at::Tensor> &tensors);

} // namespace motley
