#include "engine/optim/optimizer.h"

#include <torch/types.h>

namespace motley {

Optimizer::Optimizer(const OptimizerSpec &spec, const NamedTensors &parameters)
    : m_rules(makeUpdateRules(spec, parameters)),
      m_steps(at::zeros({}, parameters.front().tensor.options().dtype(at::kLong).requires_grad(false)))
{
}

void Optimizer::step(double learningRate)
{
    const torch::NoGradGuard noGradients;
    m_steps.add_(1);
    const Update update{learningRate, m_steps.item<std::int64_t>()};
    for (const UpdateRulePointer &rule : m_rules)
        rule->apply(update);
}

NamedTensors Optimizer::state() const
{
    NamedTensors state{{"steps", m_steps}};
    for (const UpdateRulePointer &rule : m_rules)
        for (NamedTensor &item : rule->state())
            state.push_back(std::move(item));
    return state;
}

} // namespace motley
