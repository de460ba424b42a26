#include "engine/optim/optimizer.h"

#include <torch/types.h>

#include <algorithm>

namespace motley {

Optimizer::Optimizer(const OptimizerSpec &spec, const NamedTensors &parameters, std::optional<NumberRange> held)
    : m_steps(at::zeros({}, parameters.front().tensor.options().dtype(at::kLong).requires_grad(false)))
{
    const auto parts = held ? partsOf(parameters, *held) : std::vector<ParameterPart>();
    for (ParameterGroup &group : groupParameters(spec, parameters)) {
        if (held)
            group.parameters = heldOf(group.parameters, parts);
        if (!group.parameters.empty())
            m_rules.push_back(makeUpdateRule(group));
    }
}

NamedTensors Optimizer::heldOf(const NamedTensors &group, const std::vector<ParameterPart> &held)
{
    NamedTensors mine;
    for (const NamedTensor &parameter : group) {
        const auto part = std::find_if(
            held.begin(), held.end(), [&](const ParameterPart &item) { return item.name == parameter.name; });
        if (part == held.end())
            continue;
        if (part->isWhole()) {
            mine.push_back(parameter);
        } else {
            m_slices.push_back({*part, part->cut(part->whole)});
            mine.push_back({parameter.name, m_slices.back().values});
        }
    }
    return mine;
}

void Optimizer::step(double learningRate)
{
    const torch::NoGradGuard noGradients;
    for (const Slice &slice : m_slices)
        slice.values.mutable_grad() = slice.part.cut(slice.part.whole.grad());
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
