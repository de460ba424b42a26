// Adafactor (Shazeer and Stern 2018), as PyTorch has it: the state of a matrix is only the mean squares of its rows and
// columns; steps are in proportion to the parameter's root mean square, and are clipped where their own root mean
// square is too large.
#include "engine/optim/optimizerstate.h"
#include "engine/optim/updaterule.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace motley {

namespace {

constexpr double forgetting = -0.8; // update n counts n ^ forgetting in the running means
constexpr double largestStep = 1.0; // root mean square of a step, above which it is clipped
// Lower bound of the root mean square that gradients are divided by.
constexpr double smallest = std::numeric_limits<float>::epsilon();

at::Tensor meanSquareAlong(const at::Tensor &gradient, std::int64_t dimension)
{
    return at::norm(gradient, 2, dimension, /*keepdim=*/true).square_().div_(gradient.size(dimension));
}

at::Tensor rootMeanSquare(const at::Tensor &values)
{
    return values.norm() / std::sqrt(double(values.numel()));
}

class Adafactor : public UpdateRule {
public:
    Adafactor(const OptimizerSpec &spec, const NamedTensors &parameters)
        : m_spec(spec), m_parameters(parameters), m_values(tensorsOf(parameters))
    {
        for (const NamedTensor &parameter : parameters) {
            const at::Tensor values = parameter.tensor.detach();
            const auto add = [&](const char *what, const at::Tensor &like) {
                m_state.push_back({what + parameter.name, at::zeros_like(like, at::MemoryFormat::Contiguous)});
            };
            m_first.push_back(m_state.size());
            if (values.dim() < 2) {
                add("meanSquare.", values);
            } else {
                add("rowMeanSquare.", values.narrow(-1, 0, 1));
                add("columnMeanSquare.", values.narrow(-2, 0, 1));
            }
        }
    }

    void apply(const Update &update) override
    {
        for (std::size_t i = 0; i < m_values.size(); ++i)
            change(m_values[i], m_parameters[i].tensor.grad(), &m_state[m_first[i]], update);
    }

    NamedTensors state() const override { return m_state; }

private:
    void change(const at::Tensor &values, const at::Tensor &gradient, const NamedTensor *moments, const Update &update)
    {
        const double share = std::pow(double(update.number), forgetting);
        const double rate = std::min(update.learningRate, 1 / std::sqrt(double(update.number)));
        const at::Tensor size = rootMeanSquare(values).clamp_min_(m_spec.epsilon);
        if (m_spec.weightDecay != 0)
            values.mul_(1 - update.learningRate * m_spec.weightDecay);
        const at::Tensor meanSquare
            = gradient.dim() < 2 ? updateMean(gradient, moments, share) : updateFactors(gradient, moments, share);
        const at::Tensor step = meanSquare.clamp_min_(smallest * smallest).rsqrt_().mul_(gradient);
        const at::Tensor excess = rootMeanSquare(step).div_(largestStep).clamp_min_(1);
        values.sub_(step.mul_(size.mul_(rate).div_(excess)));
    }

    static at::Tensor updateMean(const at::Tensor &gradient, const NamedTensor *moments, double share)
    {
        return moments[0].tensor.lerp_(gradient * gradient, share).clone();
    }

    static at::Tensor updateFactors(const at::Tensor &gradient, const NamedTensor *moments, double share)
    {
        const at::Tensor &rows = moments[0].tensor;
        const at::Tensor &columns = moments[1].tensor;
        rows.lerp_(meanSquareAlong(gradient, -1), share);
        columns.lerp_(meanSquareAlong(gradient, -2), share);
        return at::matmul(rows, columns).div_(rows.mean(-2, /*keepdim=*/true).clamp_min_(smallest));
    }

    OptimizerSpec m_spec;
    NamedTensors m_parameters;
    std::vector<at::Tensor> m_values;
    NamedTensors m_state;
    std::vector<std::size_t> m_first; // index = parameter: its first tensor in m_state
};

} // namespace

UpdateRulePointer makeAdafactor(const OptimizerSpec &spec, const NamedTensors &parameters)
{
    return std::make_unique<Adafactor>(spec, parameters);
}

} // namespace motley
