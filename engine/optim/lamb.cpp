// LAMB (You et al. 2020): Adam's direction with decoupled weight decay, in steps scaled to the norm of the parameter.
#include "engine/optim/parameterchunks.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

// mean / (root of the mean square + epsilon) + weightDecay * parameter, with both means corrected for their bias.
std::vector<at::Tensor> directions(const ParameterChunk &chunk, const OptimizerSpec &spec, const Update &update)
{
    const auto &mean = chunk.states[0];
    const auto &meanSquare = chunk.states[1];
    const double meanBias = 1 - std::pow(spec.beta1, double(update.number));
    const double squareBias = 1 - std::pow(spec.beta2, double(update.number));
    at::_foreach_lerp_(mean, chunk.gradients, 1 - spec.beta1);
    at::_foreach_mul_(meanSquare, spec.beta2);
    at::_foreach_addcmul_(meanSquare, chunk.gradients, chunk.gradients, 1 - spec.beta2);
    auto roots = at::_foreach_sqrt(meanSquare);
    at::_foreach_add_(roots, spec.epsilon * std::sqrt(squareBias));
    at::_foreach_reciprocal_(roots);
    at::_foreach_mul_(roots, mean);
    at::_foreach_mul_(roots, std::sqrt(squareBias) / meanBias);
    if (spec.weightDecay != 0)
        at::_foreach_add_(roots, chunk.parameters, spec.weightDecay);
    return roots;
}

// The trust ratio: the norm of the parameter over that of its direction; 1 where either is 0.
at::Tensor ratio(const at::Tensor &length, const at::Tensor &directionLength)
{
    const at::Tensor quotient = length / directionLength;
    return at::where(at::logical_and(length > 0, directionLength > 0), quotient, at::ones_like(quotient));
}

// Updates one parameter after the other. The whole direction of a parameter is needed before its first element changes,
// and this way it is still in the cache then.
class LambOnCpu : public UpdateRule {
public:
    LambOnCpu(const OptimizerSpec &spec, const NamedTensors &parameters) : m_spec(spec)
    {
        std::int64_t largest = 0;
        for (const NamedTensor &parameter : parameters) {
            m_parameters.emplace_back(NamedTensors{parameter}, std::vector<std::string>{"mean", "meanSquare"});
            largest = std::max(largest, parameter.tensor.numel());
        }
        m_direction = at::empty({largest}, parameters.front().tensor.detach().options());
    }

    void apply(const Update &update) override
    {
        for (ParameterChunks &parameter : m_parameters)
            change(parameter, update);
    }

    NamedTensors state() const override
    {
        NamedTensors state;
        for (const ParameterChunks &parameter : m_parameters)
            for (NamedTensor &item : parameter.state())
                state.push_back(std::move(item));
        return state;
    }

private:
    void change(ParameterChunks &parameter, const Update &update)
    {
        // Squared norms of each chunk, added up in the order of the chunks, whatever the number of threads.
        std::vector<at::Tensor> squares(parameter.count());
        parameter.forEach([&](const ParameterChunk &chunk) {
            const at::Tensor &values = chunk.parameters.front();
            const at::Tensor direction = directions(chunk, m_spec, update).front();
            directionOf(chunk).copy_(direction);
            squares[chunk.index] = at::stack({values.norm(), direction.norm()}).to(at::kDouble).square_();
        });
        const at::Tensor lengths = at::stack(squares).sum(0).sqrt_();
        const double size = update.learningRate * ratio(lengths[0], lengths[1]).item<double>();
        parameter.forEach(
            [&](const ParameterChunk &chunk) { chunk.parameters.front().sub_(directionOf(chunk), size); });
    }

    at::Tensor directionOf(const ParameterChunk &chunk) const
    {
        return m_direction.slice(0, chunk.begin, chunk.begin + chunk.parameters.front().numel());
    }

    OptimizerSpec m_spec;
    std::vector<ParameterChunks> m_parameters;
    at::Tensor m_direction; // of one parameter at a time
};

class LambOnGpu : public UpdateRule {
public:
    LambOnGpu(const OptimizerSpec &spec, const NamedTensors &parameters)
        : m_spec(spec), m_parameters(parameters), m_mean("mean", parameters), m_meanSquare("meanSquare", parameters)
    {
    }

    void apply(const Update &update) override
    {
        const ParameterChunk all{
            tensorsOf(m_parameters), gradientsOf(m_parameters), {m_mean.tensors(), m_meanSquare.tensors()}};
        const std::vector<at::Tensor> steps = directions(all, m_spec, update);
        const at::Tensor ratios
            = ratio(at::stack(at::_foreach_norm(all.parameters)), at::stack(at::_foreach_norm(steps)));
        at::_foreach_mul_(steps, ratios.unbind());
        at::_foreach_add_(all.parameters, steps, -update.learningRate);
    }

    NamedTensors state() const override
    {
        NamedTensors state;
        m_mean.addTo(state);
        m_meanSquare.addTo(state);
        return state;
    }

private:
    OptimizerSpec m_spec;
    NamedTensors m_parameters;
    OptimizerState m_mean;
    OptimizerState m_meanSquare;
};

} // namespace

UpdateRulePointer makeLamb(const OptimizerSpec &spec, const NamedTensors &parameters, bool adapts)
{
    if (!adapts)
        return makeElementwiseRule(
            parameters, {"mean", "meanSquare"}, [spec](const ParameterChunk &chunk, const Update &update) {
                at::_foreach_add_(chunk.parameters, directions(chunk, spec, update), -update.learningRate);
            });
    if (parameters.front().tensor.is_cpu())
        return std::make_unique<LambOnCpu>(spec, parameters);
    return std::make_unique<LambOnGpu>(spec, parameters);
}

} // namespace motley
