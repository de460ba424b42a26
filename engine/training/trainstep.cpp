#include "engine/training/trainstep.h"

#include "engine/exchange/computedevice.h"
#include "engine/optim/gradientnorm.h"
#include "engine/training/clock.h"
#include "engine/training/lowprecision.h"

#include <torch/nn/module.h>

#include <algorithm>

namespace motley {

namespace {

NamedTensors parametersOf(const torch::nn::Module &model)
{
    NamedTensors parameters;
    for (const auto &parameter : model.named_parameters())
        parameters.push_back({parameter.key(), parameter.value()});
    return parameters;
}

} // namespace

TrainStep::TrainStep(Task &task, const Group &group, TrainStepOptions options)
    : m_task(task), m_group(group), m_options(options), m_parameters(task.model().parameters()),
      m_exchange(group, m_parameters), m_optimizer(options.optimizer, parametersOf(task.model()))
{
    if (options.optimizer.averageDecay > 0)
        m_average.emplace(options.optimizer.averageDecay, parametersOf(task.model()));
    if (options.precision.kind == PrecisionSpec::Kind::Float16)
        m_scaler.emplace(options.device, LossScalerOptions{options.precision.lossScale});
}

void TrainStep::rehearse()
{
    if (m_group.isAlone())
        return;
    m_task.model().train();
    RankStep ignored;
    Batch nothing = m_task.trainingSet().batch({}, std::nullopt);
    nothing.keys = at::empty({0}, at::kLong);
    accumulateGradients(nothing, 1, ignored);
}

TakenStep TrainStep::take(const StepData &data, double learningRate)
{
    TakenStep taken;
    taken.times.rank = m_group.rank();
    taken.times.samples = data.batch.samples;
    if (m_scaler)
        taken.lossScale = m_scaler->scale();
    taken.summedLoss = accumulateGradients(data.batch, taken.lossScale.value_or(1) / data.weight, taken.times);

    const auto started = Clock::now();
    update(taken, learningRate);
    waitForDevice(m_options.device);
    taken.times.optimizerSeconds = secondsSince(started);
    return taken;
}

void TrainStep::update(TakenStep &taken, double learningRate)
{
    taken.skipped = m_scaler && !unscaleGradients();
    if (taken.skipped)
        return;
    taken.gradientNorm = gradientNorm(m_parameters);
    if (m_options.clipNorm > 0)
        clipGradients(m_parameters, taken.gradientNorm, m_options.clipNorm);
    if (m_options.optimizer.clipValue > 0)
        clipGradientValues(m_parameters, m_options.optimizer.clipValue);
    m_optimizer.step(learningRate);
    if (m_average)
        m_average->update();
}

// After the exchange all ranks have the same gradients, but one that reads them otherwise must not part from the rest.
bool TrainStep::unscaleGradients()
{
    at::Tensor overflow = m_scaler->unscale(m_parameters, m_exchange.divisor()).cpu();
    m_group.sum(overflow);
    return m_scaler->agree(overflow);
}

void TrainStep::swapAverage()
{
    if (m_average)
        m_average->swap();
}

std::vector<StatePart> TrainStep::state() const
{
    std::vector<StatePart> parts{{optimizerPart, m_optimizer.state()}};
    if (m_average)
        parts.push_back({"the average of the weights", m_average->state()});
    if (m_scaler)
        parts.push_back({"the scale of the loss", m_scaler->state()});
    return parts;
}

// Only the last micro-batch exchanges; the others add to the gradients that are there.
double TrainStep::accumulateGradients(const Batch &batch, double scale, RankStep &times)
{
    const std::int64_t most
        = m_options.microbatch > 0 ? m_options.microbatch : std::max<std::int64_t>(batch.samples, 1);
    m_exchange.dropGradients();
    double loss = 0;
    std::int64_t first = 0;
    for (; batch.samples - first > most; first += most)
        loss += backPropagate(batch.slice(first, first + most), scale, false, times);
    return loss + backPropagate(batch.slice(first, batch.samples), scale, true, times);
}

at::Tensor TrainStep::forward(const Batch &part)
{
    const LowPrecision low(m_options.precision, m_options.device);
    return m_task.summedLoss(part);
}

double TrainStep::backPropagate(const Batch &part, double scale, bool exchanges, RankStep &times)
{
    const auto started = Clock::now();
    if (exchanges)
        m_exchange.prepareForward();
    const at::Tensor loss = forward(part.to(m_options.device));
    waitForDevice(m_options.device);
    times.forwardSeconds += secondsSince(started);

    const auto turned = Clock::now();
    if (exchanges)
        m_exchange.prepareBackward();
    // The number of ranks is no reason for 16 bits to overflow: there it comes in afterwards.
    (loss * (m_scaler ? scale : scale * m_exchange.divisor())).backward();
    if (exchanges)
        m_exchange.finish();
    waitForDevice(m_options.device);
    const double whole = secondsSince(turned);
    const double own = exchanges && !m_group.isAlone() ? std::min(m_exchange.ownBackwardSeconds(), whole) : whole;
    times.backwardSeconds += own;
    times.exchangeSeconds += whole - own;
    return loss.item<double>();
}

} // namespace motley
