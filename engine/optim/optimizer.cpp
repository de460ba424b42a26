#include "engine/optim/optimizer.h"

#include "engine/optim/optimizerstate.h"

#include <torch/types.h>

#include <algorithm>
#include <set>

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
    for (const NamedTensor &parameter : parameters)
        m_names.push_back(parameter.name);
    for (ParameterGroup &group : groupParameters(spec, parameters)) {
        if (held)
            group.parameters = heldOf(group.parameters, *held);
        if (group.parameters.empty())
            continue;
        m_rules.push_back(makeUpdateRule(group));
        m_updated.insert(m_updated.end(), group.parameters.begin(), group.parameters.end());
    }
}

// A rule updates all of its parameters: without a gradient, weight decay and momentum would still move them. So what
// such a parameter and its state were before is put back.
void Optimizer::step(double learningRate, const std::vector<bool> &unused)
{
    const torch::NoGradGuard noGradients;
    const std::vector<at::Tensor> resting = tensorsOfUnused(unused);
    std::vector<at::Tensor> before;
    for (const at::Tensor &tensor : resting)
        before.push_back(tensor.clone());
    m_steps.add_(1);
    const Update update{learningRate, m_steps.item<std::int64_t>()};
    for (const UpdateRulePointer &rule : m_rules)
        rule->apply(update);
    for (std::size_t i = 0; i < resting.size(); ++i)
        resting[i].copy_(before[i]);
}

std::vector<at::Tensor> Optimizer::tensorsOfUnused(const std::vector<bool> &unused) const
{
    std::set<std::string> names;
    for (std::size_t i = 0; i < unused.size(); ++i)
        if (unused[i])
            names.insert(m_names[i]);
    std::vector<at::Tensor> tensors;
    if (names.empty())
        return tensors;
    for (const NamedTensor &parameter : m_updated)
        if (names.count(parameter.name) > 0)
            tensors.push_back(parameter.tensor.detach());
    for (const NamedTensor &item : state())
        if (names.count(parameterOf(item.name)) > 0)
            tensors.push_back(item.tensor);
    return tensors;
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
