#include "engine/optim/optimizer.h"

#include <torch/types.h>

#include <algorithm>

namespace motley {

namespace {

NamedTensors heldOf(const NamedTensors &group, const std::vector<ParameterSlice> &held)
{
    NamedTensors mine;
    for (const NamedTensor &parameter : group) {
        const auto part = std::find_if(
            held.begin(), held.end(), [&](const ParameterSlice &item) { return item.name == parameter.name; });
        if (part != held.end())
            mine.push_back({parameter.name, part->values});
    }
    return mine;
}

} // namespace

Optimizer::Optimizer(
    const OptimizerSpec &spec, const NamedTensors &parameters, std::optional<std::vector<ParameterSlice>> held)
    : m_steps(at::zeros({}, parameters.front().tensor.options().dtype(at::kLong).requires_grad(false)))
{
    for (ParameterGroup &group : groupParameters(spec, parameters)) {
        if (held)
            group.parameters = heldOf(group.parameters, *held);
        if (!group.parameters.empty())
            m_rules.push_back(makeUpdateRule(group));
    }
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
