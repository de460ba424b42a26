#include "engine/training/step/updater.h"

#include "engine/optim/gradientclipping.h"

#include <torch/types.h>

#include <utility>

namespace motley {

namespace {

std::vector<at::Tensor> valuesOf(const std::vector<OptimizerShard> &shards)
{
    std::vector<at::Tensor> values;
    for (const OptimizerShard &shard : shards)
        for (const ParameterSlice &part : shard.slices)
            values.push_back(part.values);
    return values;
}

std::vector<OptimizerShard> shardsOf(
    const OptimizerSpec &spec, const NamedTensors &parameters, const std::optional<std::vector<Shard>> &held)
{
    std::vector<OptimizerShard> shards;
    if (held) {
        for (const Shard &shard : *held)
            shards.push_back({shard.range, shard.slices, Optimizer(spec, parameters, shard.slices), {}});
        return shards;
    }
    NumberRange all;
    for (const NamedTensor &parameter : parameters)
        all.end += parameter.tensor.numel();
    shards.push_back({all, slicesOf(parameters, all), Optimizer(spec, parameters), {}});
    return shards;
}

} // namespace

Updater::Updater(
    const UpdateOptions &options, const NamedTensors &parameters, const std::optional<std::vector<Shard>> &held)
    : m_options(options), m_shards(shardsOf(options.optimizer, parameters, held)), m_parameters(valuesOf(m_shards))
{
    if (options.optimizer.averageDecay > 0)
        m_average.emplace(options.optimizer.averageDecay, parameters);
    if (options.precision.kind == PrecisionSpec::Kind::Float16)
        m_scaler.emplace(options.device, LossScalerOptions{options.precision.lossScale});
}

void Updater::hold(const NamedTensors &parameters, const std::optional<std::vector<Shard>> &held)
{
    release(); // frees the memory first
    m_shards = shardsOf(m_options.optimizer, parameters, held);
    m_parameters = valuesOf(m_shards);
}

std::vector<OptimizerShard> Updater::release()
{
    m_parameters.clear();
    return std::exchange(m_shards, {});
}

std::optional<double> Updater::lossScale() const
{
    return m_scaler ? std::optional(m_scaler->scale()) : std::nullopt;
}

double Updater::unscale()
{
    if (m_scaler)
        m_scaler->unscale(m_parameters);
    std::vector<at::Tensor> own = m_parameters;
    own.resize(m_shards.front().slices.size()); // what it mirrors counts in the norm of another rank
    return gradientNorm(own);
}

void Updater::skip()
{
    if (m_scaler)
        m_scaler->update(at::full({1}, 1, at::kFloat));
}

void Updater::step(double gradientNorm, double learningRate, const std::vector<bool> &unused)
{
    step(m_shards, gradientNorm, learningRate, unused);
}

void Updater::step(
    std::vector<OptimizerShard> &shards, double gradientNorm, double learningRate, const std::vector<bool> &unused)
{
    const std::vector<at::Tensor> parameters = valuesOf(shards);
    if (m_scaler)
        m_scaler->update(at::full({1}, 0, at::kFloat));
    if (m_options.clipNorm > 0)
        clipGradientNorm(parameters, gradientNorm, m_options.clipNorm);
    if (m_options.optimizer.clipValue > 0)
        clipGradientValue(parameters, m_options.optimizer.clipValue);
    for (OptimizerShard &shard : shards)
        shard.optimizer.step(learningRate, unused);
}

void Updater::catchUp(std::vector<OptimizerShard> &released, const UpdateDecision &decision)
{
    if (decision.skips)
        skip();
    if (!decision.changesNothing)
        step(released, decision.gradientNorm, decision.learningRate, decision.unused);
}

NamedTensors Updater::optimizerState() const
{
    return m_shards.empty() ? NamedTensors() : m_shards.front().state();
}

std::vector<ShardState> Updater::shardStates() const
{
    std::vector<ShardState> states;
    for (const OptimizerShard &shard : m_shards)
        states.push_back({shard.range, shard.state()});
    return states;
}

void Updater::average()
{
    if (m_average)
        m_average->update();
}

void Updater::swapAverage()
{
    if (m_average)
        m_average->swap();
}

std::vector<StatePart> Updater::state(NamedTensors optimizer) const
{
    std::vector<StatePart> parts{{optimizerPart, std::move(optimizer)}};
    if (m_average)
        parts.push_back({"the average of the weights", m_average->state()});
    if (m_scaler)
        parts.push_back({"the scale of the loss", m_scaler->state()});
    return parts;
}

} // namespace motley
