#include "engine/training/step/updater.h"

#include "engine/optim/gradientclipping.h"

#include <torch/types.h>

#include <utility>

namespace motley {

namespace {

std::vector<at::Tensor> updatedBy(
    const NamedTensors &parameters, const std::optional<std::vector<ParameterSlice>> &held)
{
    std::vector<at::Tensor> updated;
    if (held)
        for (const ParameterSlice &part : *held)
            updated.push_back(part.values);
    else
        for (const NamedTensor &parameter : parameters)
            updated.push_back(parameter.tensor);
    return updated;
}

} // namespace

Updater::Updater(const UpdateOptions &options, const NamedTensors &parameters,
    const std::optional<std::vector<ParameterSlice>> &held)
    : m_options(options), m_parameters(updatedBy(parameters, held)), m_optimizer(options.optimizer, parameters, held)
{
    if (options.optimizer.averageDecay > 0)
        m_average.emplace(options.optimizer.averageDecay, parameters);
    if (options.precision.kind == PrecisionSpec::Kind::Float16)
        m_scaler.emplace(options.device, LossScalerOptions{options.precision.lossScale});
}

void Updater::hold(const NamedTensors &parameters, const std::optional<std::vector<ParameterSlice>> &held)
{
    m_optimizer = Optimizer(m_options.optimizer, parameters, std::vector<ParameterSlice>()); // frees the memory first
    m_optimizer = Optimizer(m_options.optimizer, parameters, held);
    m_parameters = updatedBy(parameters, held);
}

std::optional<double> Updater::lossScale() const
{
    return m_scaler ? std::optional(m_scaler->scale()) : std::nullopt;
}

double Updater::unscale()
{
    if (m_scaler)
        m_scaler->unscale(m_parameters);
    return gradientNorm(m_parameters);
}

void Updater::skip()
{
    if (m_scaler)
        m_scaler->update(at::full({1}, 1, at::kFloat));
}

void Updater::step(double gradientNorm, double learningRate, const std::vector<bool> &unused)
{
    if (m_scaler)
        m_scaler->update(at::full({1}, 0, at::kFloat));
    if (m_options.clipNorm > 0)
        clipGradientNorm(m_parameters, gradientNorm, m_options.clipNorm);
    if (m_options.optimizer.clipValue > 0)
        clipGradientValue(m_parameters, m_options.optimizer.clipValue);
    m_optimizer.step(learningRate, unused);
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
