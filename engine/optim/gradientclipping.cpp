#include "engine/optim/gradientclipping.h"

#include <torch/types.h>

namespace motley {

std::vector<at::Tensor> gradientsOf(const std::vector<at::Tensor> &parameters)
{
    std::vector<at::Tensor> gradients;
    gradients.reserve(parameters.size());
    for (const at::Tensor &parameter : parameters)
        gradients.push_back(parameter.grad());
    return gradients;
}

namespace {

// ATen's norm on a CPU adds up a whole tensor in float and loses the fourth digit with a few million elements. Norms of
// rows of 1024 elements are as fast and precise enough; they are then added up in double.
at::Tensor rowNorms(const at::Tensor &gradient)
{
    constexpr std::int64_t rowElements = 1024;
    const at::Tensor flat = gradient.reshape({-1});
    const std::int64_t inRows = flat.numel() / rowElements * rowElements;
    const at::Tensor rows
        = at::linalg_vector_norm(flat.narrow(0, 0, inRows).view({-1, rowElements}), 2, at::IntArrayRef{1});
    const at::Tensor rest = at::linalg_vector_norm(flat.narrow(0, inRows, flat.numel() - inRows), 2);
    return at::cat({rows, rest.view({1})});
}

std::vector<at::Tensor> normsOf(const std::vector<at::Tensor> &gradients)
{
    if (!gradients[0].is_cpu())
        return at::_foreach_norm(gradients);
    std::vector<at::Tensor> norms;
    norms.reserve(gradients.size());
    for (const at::Tensor &gradient : gradients)
        norms.push_back(rowNorms(gradient));
    return norms;
}

} // namespace

double gradientNorm(const std::vector<at::Tensor> &parameters)
{
    if (parameters.empty())
        return 0;
    const torch::NoGradGuard noGradients;
    return at::hstack(normsOf(gradientsOf(parameters))).to(at::kDouble).norm().item<double>();
}

void clipGradientNorm(const std::vector<at::Tensor> &parameters, double norm, double most)
{
    if (parameters.empty() || !(norm > most)) // a NaN norm changes nothing either
        return;
    const torch::NoGradGuard noGradients;
    auto gradients = gradientsOf(parameters);
    at::_foreach_mul_(gradients, most / norm);
}

void clipGradientValue(const std::vector<at::Tensor> &parameters, double most)
{
    if (parameters.empty())
        return;
    const torch::NoGradGuard noGradients;
    const auto gradients = gradientsOf(parameters);
    at::_foreach_clamp_min_(gradients, -most);
    at::_foreach_clamp_max_(gradients, most);
}

} // namespace motley
