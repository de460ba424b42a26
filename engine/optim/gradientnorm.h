// The length of all gradients taken as one vector.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace motley {

double gradientNorm(const std::vector<at::Tensor> &parameters);

// Scales the gradients so that a norm above `most` becomes `most`. `norm` is theirs, from gradientNorm.
void clipGradients(const std::vector<at::Tensor> &parameters, double norm, double most);

} // namespace motley
