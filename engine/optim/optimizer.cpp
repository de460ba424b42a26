#include "engine/optim/optimizer.h"

#include <torch/torch.h>

namespace motley {

Optimizer::Optimizer(OptimizerSpec spec, const NamedTensors &parameters) : m_spec(spec)
{
    const bool adaptive = spec.kind == OptimizerSpec::Kind::AdamW;
    for (const NamedTensor &parameter : parameters) {
        const at::Tensor values = parameter.tensor.detach();
        m_names.push_back(parameter.name);
        m_parameters.push_back(parameter.tensor);
        if (adaptive || spec.momentum > 0)
            m_first.push_back(at::zeros_like(values));
        if (adaptive) {
            m_second.push_back(at::zeros_like(values));
            m_steps.push_back(at::zeros({}, values.options()));
        }
    }
}

void Optimizer::step(double learningRate)
{
    const torch::NoGradGuard noGradients;
    std::vector<at::Tensor> gradients;
    gradients.reserve(m_parameters.size());
    for (const at::Tensor &parameter : m_parameters)
        gradients.push_back(parameter.grad());
    if (m_spec.kind == OptimizerSpec::Kind::Sgd) {
        at::_fused_sgd_(m_parameters, gradients, m_first, m_spec.weightDecay, m_spec.momentum, learningRate,
            /*dampening=*/0, m_spec.nesterov, /*maximize=*/false, /*is_first_step=*/false);
        return;
    }
    at::_foreach_add_(m_steps, 1);
    at::_fused_adamw_(m_parameters, gradients, m_first, m_second, {}, m_steps, learningRate, m_spec.beta1, m_spec.beta2,
        m_spec.weightDecay, m_spec.epsilon, /*amsgrad=*/false, /*maximize=*/false);
}

NamedTensors Optimizer::state() const
{
    const bool adaptive = m_spec.kind == OptimizerSpec::Kind::AdamW;
    NamedTensors state;
    for (std::size_t i = 0; i < m_first.size(); ++i)
        state.push_back({(adaptive ? "mean." : "momentum.") + m_names[i], m_first[i]});
    for (std::size_t i = 0; i < m_second.size(); ++i) {
        state.push_back({"meanSquare." + m_names[i], m_second[i]});
        state.push_back({"steps." + m_names[i], m_steps[i]});
    }
    return state;
}

} // namespace motley
