#include "engine/optim/gradientnorm.h"

#include <torch/torch.h>

namespace motley {

namespace {

std::vector<at::Tensor> gradientsOf(const std::vector<at::Tensor> &parameters)
{
    std::vector<at::Tensor> gradients;
    gradients.reserve(parameters.size());
    for (const at::Tensor &parameter : parameters)
        gradients.push_back(parameter.grad());
    return gradients;
}

} // namespace

double gradientNorm(const std::vector<at::Tensor> &parameters)
{
    const torch::NoGradGuard noGradients;
    return at::stack(at::_foreach_norm(gradientsOf(parameters))).to(at::kDouble).norm().item<double>();
}

void clipGradients(const std::vector<at::Tensor> &parameters, double norm, double most)
{
    if (!(norm > most)) // also what is not a number stays, for the loss to be told about
        return;
    const torch::NoGradGuard noGradients;
    auto gradients = gradientsOf(parameters);
    at::_foreach_mul_(gradients, most / norm);
}

} // namespace motley
