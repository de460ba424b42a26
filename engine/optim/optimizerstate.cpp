#include "engine/optim/optimizerstate.h"

#include <torch/types.h>

namespace motley {

OptimizerState::OptimizerState(const std::string &what, const NamedTensors &parameters)
{
    for (const NamedTensor &parameter : parameters) {
        m_names.push_back(what + "." + parameter.name);
        m_tensors.push_back(at::zeros_like(parameter.tensor.detach()));
    }
}

void OptimizerState::addTo(NamedTensors &state) const
{
    for (std::size_t i = 0; i < m_names.size(); ++i)
        state.push_back({m_names[i], m_tensors[i]});
}

std::string parameterOf(const std::string &state)
{
    const auto dot = state.find('.');
    return dot == std::string::npos ? std::string() : state.substr(dot + 1);
}

std::vector<at::Tensor> tensorsOf(const NamedTensors &parameters)
{
    std::vector<at::Tensor> tensors;
    tensors.reserve(parameters.size());
    for (const NamedTensor &parameter : parameters)
        tensors.push_back(parameter.tensor.detach());
    return tensors;
}

std::vector<at::Tensor> gradientsOf(const NamedTensors &parameters)
{
    std::vector<at::Tensor> gradients;
    gradients.reserve(parameters.size());
    for (const NamedTensor &parameter : parameters)
        gradients.push_back(parameter.tensor.grad());
    return gradients;
}

} // namespace motley
