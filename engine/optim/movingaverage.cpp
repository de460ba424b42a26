#include "engine/optim/movingaverage.h"

#include <torch/types.h>

namespace motley {

MovingAverage::MovingAverage(double decay, const NamedTensors &parameters)
    : m_decay(decay), m_parameters(tensorsOf(parameters)), m_averages("average", parameters),
      m_updates(at::zeros({}, m_parameters.front().options().dtype(at::kLong)))
{
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        m_averages.tensors()[i].copy_(m_parameters[i]);
}

void MovingAverage::update()
{
    const torch::NoGradGuard noGradients;
    const bool first = m_updates.item<std::int64_t>() == 0;
    at::_foreach_lerp_(m_averages.tensors(), m_parameters, first ? 1.0 : 1 - m_decay);
    m_updates.add_(1);
}

void MovingAverage::swap()
{
    const torch::NoGradGuard noGradients;
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const at::Tensor average = m_averages.tensors()[i].clone();
        m_averages.tensors()[i].copy_(m_parameters[i]);
        m_parameters[i].copy_(average);
    }
}

NamedTensors MovingAverage::state() const
{
    NamedTensors state{{"averaged", m_updates}};
    m_averages.addTo(state);
    return state;
}

} // namespace motley
