#include "engine/optim/lossscaler.h"

#include "engine/optim/gradientclipping.h"

#include <torch/types.h>

#include <limits>

namespace motley {

namespace {

// The loss is a float, which cannot be multiplied by more.
constexpr double largestScale = std::numeric_limits<float>::max();

} // namespace

LossScaler::LossScaler(at::Device device, LossScalerOptions options)
    : m_options(options), m_scale(at::full({}, options.scale, at::TensorOptions(device).dtype(at::kDouble))),
      m_goodSteps(at::zeros({}, at::TensorOptions(device).dtype(at::kLong)))
{
}

double LossScaler::scale() const
{
    return m_scale.item<double>();
}

at::Tensor LossScaler::unscale(const std::vector<at::Tensor> &parameters) const
{
    const torch::NoGradGuard noGradients;
    at::Tensor overflow = at::zeros({1}, m_scale.options().dtype(at::kFloat));
    if (parameters.empty())
        return overflow;
    at::_amp_foreach_non_finite_check_and_unscale_(
        gradientsOf(parameters), overflow, m_scale.reciprocal().to(at::kFloat).view({1}));
    return overflow;
}

bool LossScaler::update(const at::Tensor &overflow)
{
    const torch::NoGradGuard noGradients;
    if (overflow.item<float>() != 0) {
        m_scale.mul_(m_options.backoff);
        m_goodSteps.zero_();
        return false;
    }
    m_goodSteps.add_(1);
    if (m_goodSteps.item<std::int64_t>() >= m_options.growthSteps) {
        m_scale.mul_(m_options.growth).clamp_max_(largestScale);
        m_goodSteps.zero_();
    }
    return true;
}

NamedTensors LossScaler::state() const
{
    return {{"lossScale", m_scale}, {"goodSteps", m_goodSteps}};
}

} // namespace motley
