// The L2 norm of all gradients taken as one vector, and gradient clipping by norm and by value.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace motley {

std::vector<at::Tensor> gradientsOf(const std::vector<at::Tensor> &parameters);

double gradientNorm(const std::vector<at::Tensor> &parameters); // 0 if there are no parameters

// Scales the gradients so that a norm above `most` becomes `most`; a norm that is NaN changes nothing. `norm`: of these
// gradients, from gradientNorm().
void clipGradientNorm(const std::vector<at::Tensor> &parameters, double norm, double most);

// Clamps every entry of the gradients to -most ... most. NaN stays NaN.
void clipGradientValue(const std::vector<at::Tensor> &parameters, double most);

} // namespace motley
