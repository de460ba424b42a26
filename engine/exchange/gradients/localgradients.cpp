#include "engine/exchange/gradients/localgradients.h"

#include <torch/types.h>

namespace motley {

LocalGradients::LocalGradients(Group &group, std::vector<at::Tensor> parameters)
    : GradientExchange(group, parameters.front().device()), m_parameters(std::move(parameters)),
      m_unused(m_parameters.size())
{
}

void LocalGradients::finish()
{
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        m_unused[i] = !m_parameters[i].grad().defined();
        if (m_unused[i])
            m_parameters[i].mutable_grad() = at::zeros_like(m_parameters[i]);
    }
}

} // namespace motley
