// Adam (Kingma and Ba 2015), AdamW (Loshchilov and Hutter 2019) and Adam as HetSeq has it, by ATen's fused kernels.
#include "engine/optim/optimizerstate.h"
#include "engine/optim/updaterule.h"

#include <torch/types.h>

#include <cmath>

namespace motley {

namespace {

class Adam : public UpdateRule {
public:
    Adam(const OptimizerSpec &spec, const NamedTensors &parameters)
        : m_spec(spec), m_parameters(parameters), m_values(tensorsOf(parameters)), m_mean("mean", parameters),
          m_meanSquare("meanSquare", parameters),
          m_largest(spec.amsgrad ? OptimizerState("largestMeanSquare", parameters) : OptimizerState())
    {
    }

    void apply(const Update &update) override
    {
        const at::Tensor number = at::full({}, double(update.number), m_values.front().options().dtype(at::kFloat));
        const std::vector<at::Tensor> numbers(m_values.size(), number);
        const auto kernel = m_spec.kind == OptimizerSpec::Kind::Adam ? static_cast<Kernel *>(at::_fused_adam_)
                                                                     : static_cast<Kernel *>(at::_fused_adamw_);
        kernel(m_values, gradientsOf(m_parameters), m_mean.tensors(), m_meanSquare.tensors(), m_largest.tensors(),
            numbers, update.learningRate, m_spec.beta1, m_spec.beta2, m_spec.weightDecay, epsilon(update),
            m_spec.amsgrad, /*maximize=*/false, /*grad_scale=*/{}, /*found_inf=*/{});
    }

    NamedTensors state() const override
    {
        NamedTensors state;
        m_mean.addTo(state);
        m_meanSquare.addTo(state);
        m_largest.addTo(state);
        return state;
    }

private:
    using Kernel = void(at::TensorList, at::TensorList, at::TensorList, at::TensorList, at::TensorList, at::TensorList,
        double, double, double, double, double, bool, bool, const std::optional<at::Tensor> &,
        const std::optional<at::Tensor> &);

    // AdamW adds epsilon to the root after the bias correction, HetSeq before it: epsilon divided by the correction
    // makes the one into the other.
    double epsilon(const Update &update) const
    {
        if (m_spec.kind != OptimizerSpec::Kind::HetSeqAdam)
            return m_spec.epsilon;
        return m_spec.epsilon / std::sqrt(1 - std::pow(m_spec.beta2, double(update.number)));
    }

    OptimizerSpec m_spec;
    NamedTensors m_parameters;
    std::vector<at::Tensor> m_values;
    OptimizerState m_mean;
    OptimizerState m_meanSquare;
    OptimizerState m_largest; // amsgrad
};

} // namespace

UpdateRulePointer makeAdam(const OptimizerSpec &spec, const NamedTensors &parameters)
{
    return std::make_unique<Adam>(spec, parameters);
}

} // namespace motley
