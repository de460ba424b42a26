// Stochastic gradient descent with (Nesterov) momentum, by ATen's fused kernels.
#include "engine/optim/optimizerstate.h"
#include "engine/optim/updaterule.h"

#include <torch/types.h>

namespace motley {

namespace {

class Sgd : public UpdateRule {
public:
    Sgd(const OptimizerSpec &spec, const NamedTensors &parameters)
        : m_spec(spec), m_parameters(parameters), m_values(tensorsOf(parameters)),
          m_momentum(spec.momentum > 0 ? OptimizerState("momentum", parameters) : OptimizerState())
    {
    }

    void apply(const Update &update) override
    {
        at::_fused_sgd_(m_values, gradientsOf(m_parameters), m_momentum.tensors(), m_spec.weightDecay, m_spec.momentum,
            update.learningRate, /*dampening=*/0, m_spec.nesterov, /*maximize=*/false,
            /*is_first_step=*/false);
    }

    NamedTensors state() const override
    {
        NamedTensors state;
        m_momentum.addTo(state);
        return state;
    }

private:
    OptimizerSpec m_spec;
    NamedTensors m_parameters;
    std::vector<at::Tensor> m_values;
    OptimizerState m_momentum;
};

} // namespace

UpdateRulePointer makeSgd(const OptimizerSpec &spec, const NamedTensors &parameters)
{
    return std::make_unique<Sgd>(spec, parameters);
}

} // namespace motley
