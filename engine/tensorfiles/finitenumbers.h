// Whether tensors hold an infinity or what is no number, found in no more memory than a few numbers: what a device that
// is planned full has left.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace motley {

bool isFinite(const at::Tensor &tensor); // integers are
bool areFinite(const std::vector<at::Tensor> &tensors);

} // namespace motley
