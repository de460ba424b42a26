// The length of all gradients taken as one vector, and two ways to keep gradients small.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace motley {

std::vector<at::Tensor> gradientsOf(const std::vector<at::Tensor> &parameters);

double gradientNorm(const std::vector<at::Tensor> &parameters); // of none: 0

// Scales the gradients so that a norm above `most` becomes `most`. `norm` is theirs, from gradientNorm.
void clipGradients(const std::vector<at::Tensor> &parameters, double norm, double most);

// Brings every entry of the gradients into -most ... most. What is not a number stays.
void clipGradientValues(const std::vector<at::Tensor> &parameters, double most);

} // namespace motley
