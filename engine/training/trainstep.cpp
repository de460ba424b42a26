#include "engine/training/trainstep.h"

#include "engine/base/runclock.h"
#include "engine/device/computedevice.h"
#include "engine/device/devicememory.h"
#include "engine/device/mixedprecision.h"
#include "engine/device/outofmemory.h"
#include "engine/exchange/replicatedgradients.h"
#include "engine/exchange/shardedgradients.h"
#include "engine/models/layers/activationcheckpointing.h"
#include "engine/optim/gradientnorm.h"

#include <torch/nn/module.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace motley {

namespace {

// Steps from one measurement of a rank's own gradient norm to the next: it reads all gradients once more.
constexpr std::int64_t stepsAMeasurement = 5;

std::optional<ShardedOptimizer> shardsOf(Task &task, const Group &group, const TrainStepOptions &options)
{
    if (options.stateShares.empty() || group.isAlone())
        return std::nullopt;
    return std::make_optional<ShardedOptimizer>(
        options.optimizer, parametersOf(task.model()), options.stateShares, group);
}

std::optional<std::vector<ParameterSlice>> heldOf(const std::optional<ShardedOptimizer> &shards)
{
    return shards ? std::optional(shards->held()) : std::nullopt;
}

std::vector<at::Tensor> valuesOf(const std::vector<ParameterSlice> &parts)
{
    std::vector<at::Tensor> values;
    for (const ParameterSlice &part : parts)
        values.push_back(part.values);
    return values;
}

} // namespace

NamedTensors parametersOf(const torch::nn::Module &model)
{
    NamedTensors parameters;
    for (const auto &parameter : model.named_parameters())
        parameters.push_back({parameter.key(), parameter.value()});
    return parameters;
}

TrainStep::TrainStep(Task &task, const Group &group, TrainStepOptions options)
    : m_task(task), m_group(group), m_options(options),
      m_mayRecompute(options.mayRecompute && canRecompute(task.model())), m_firstMicrobatch(options.microbatch),
      m_shards(shardsOf(task, group, options)),
      m_parameters(m_shards ? valuesOf(m_shards->held()) : task.model().parameters()), m_exchange(makeExchange()),
      m_feed(options.device), m_optimizer(options.optimizer, parametersOf(task.model()), heldOf(m_shards))
{
    if (options.measuresMemory)
        countMemory(options.device);
    if (options.optimizer.averageDecay > 0)
        m_average.emplace(options.optimizer.averageDecay, parametersOf(task.model()));
    if (options.precision.kind == PrecisionSpec::Kind::Float16)
        m_scaler.emplace(options.device, LossScalerOptions{options.precision.lossScale});
}

std::unique_ptr<GradientExchange> TrainStep::makeExchange() const
{
    if (m_shards)
        return std::make_unique<ShardedGradients>(
            m_group, m_shards->parameters(), m_shards->ranges(), m_shards->held());
    return std::make_unique<ReplicatedGradients>(m_group, m_parameters);
}

Result<void> TrainStep::recordGradientOrder()
{
    if (m_group.isAlone())
        return {};
    m_task.model().train();
    TakenStep ignored;
    Batch nothing = m_task.trainingSet().batch({}, std::nullopt);
    nothing.keys = at::empty({0}, at::kLong);
    return accumulateGradients(nothing, 1, ignored).map([](double) {});
}

void TakenStep::decide(double norm, bool lossIsFinite)
{
    skipped = !lossIsFinite || !std::isfinite(norm);
    gradientNorm = skipped ? 0 : norm;
}

Result<TakenStep> TrainStep::take(const StepData &data, double learningRate, const StepData *upcoming)
{
    return sumGradients(data, upcoming).map([&](TakenStep taken) {
        taken.decide(wholeNorm(taken), true);
        const UpdateTimes times = update(taken, learningRate);
        taken.times.optimizerSeconds = times.optimizerSeconds;
        taken.times.exchangeSeconds += times.gatherSeconds;
        return taken;
    });
}

Result<TakenStep> TrainStep::sumGradients(const StepData &data, const StepData *upcoming)
{
    m_upcoming = upcoming ? &upcoming->batch : nullptr;
    TakenStep taken;
    taken.times.rank = m_group.rank();
    taken.times.samples = data.batch.samples;
    taken.times.units = data.units;
    if (m_scaler)
        taken.lossScale = m_scaler->scale();
    if (m_options.measuresMemory)
        restartPeak(m_options.device);
    keepBuffers();
    m_exchange->measureLocalNorm(data.place.step % stepsAMeasurement == 0);
    const double lossScale = taken.lossScale.value_or(1);
    const auto loss = accumulateGradients(data.batch, lossScale / data.weight, taken);
    if (!loss)
        return tl::unexpected(loss.error());
    taken.summedLoss = *loss;
    if (const auto square = m_exchange->localSquaredNorm())
        taken.localSquaredNorm = *square / (lossScale * lossScale);

    if (m_options.measuresMemory) {
        taken.passPeakBytes = peakMemory(m_options.device);
        restartPeak(m_options.device);
    }
    const auto summed = RunClock::now();
    if (m_scaler)
        m_scaler->unscale(m_parameters);
    taken.heldNorm = gradientNorm(m_parameters);
    taken.holdsShard = m_shards.has_value();
    taken.normSeconds = secondsSince(summed);
    return taken;
}

UpdateTimes TrainStep::update(TakenStep &taken, double learningRate)
{
    UpdateTimes times;
    const auto started = RunClock::now();
    makeRoomForUpdate();
    const std::int64_t held = usedMemory(m_options.device);
    const bool isFirst = m_updateBytes == 0 && !m_options.device.is_cpu();
    if (isFirst)
        restartPeak(m_options.device);
    changeParameters(taken, learningRate);
    waitForDevice(m_options.device);
    times.optimizerSeconds = secondsSince(started);
    if (m_shards && !taken.skipped) {
        m_shards->gatherParameters();
        waitForDevice(m_options.device);
        times.gatherSeconds = secondsSince(started) - times.optimizerSeconds;
    }
    times.optimizerSeconds += taken.normSeconds;
    if (m_average && !taken.skipped)
        m_average->update();
    if (m_options.measuresMemory)
        taken.updatePeakBytes = peakMemory(m_options.device);
    if (isFirst && !taken.skipped)
        m_updateBytes = peakMemory(m_options.device) - held;
    return times;
}

// An update that fails halfway cannot be repeated. So before it changes anything, it takes and gives back as much
// memory as the first one took. On a CPU nothing is uploaded that could be given up.
void TrainStep::makeRoomForUpdate()
{
    try {
        at::empty({m_updateBytes}, at::TensorOptions(m_options.device).dtype(at::kByte));
    } catch (const std::exception &failure) {
        if (!isOutOfMemory(failure))
            throw;
        m_feed.drop();
        releaseUnusedMemory(m_options.device);
    }
}

void TrainStep::changeParameters(const TakenStep &taken, double learningRate)
{
    if (m_scaler)
        m_scaler->update(at::full({1}, taken.skipped ? 1 : 0, at::kFloat));
    if (taken.skipped)
        return restoreBuffers();
    if (m_options.clipNorm > 0)
        clipGradients(m_parameters, taken.gradientNorm, m_options.clipNorm);
    if (m_options.optimizer.clipValue > 0)
        clipGradientValues(m_parameters, m_options.optimizer.clipValue);
    m_optimizer.step(learningRate);
}

// All ranks must clip by the same norm, to the last digit, or their parameters drift apart. Without shards all have the
// same gradients, but unlike devices compute the norm differently: rank 0's counts.
double TrainStep::wholeNorm(const TakenStep &taken) const
{
    if (!taken.holdsShard && m_options.clipNorm == 0)
        return taken.heldNorm;
    const bool counts = taken.holdsShard || m_group.rank() == 0;
    at::Tensor square = at::full({1}, counts ? taken.heldNorm * taken.heldNorm : 0, at::kDouble);
    m_group.allReduceHost(square);
    return std::sqrt(square.item<double>());
}

// A layer that normalises keeps running statistics, which the forward pass moves. All are copied by one kernel.
void TrainStep::keepBuffers()
{
    const torch::NoGradGuard noGradients;
    const auto buffers = m_task.model().buffers();
    if (buffers.empty())
        return;
    for (std::size_t i = m_buffersBefore.size(); i < buffers.size(); ++i)
        m_buffersBefore.push_back(at::empty_like(buffers[i]));
    at::_foreach_copy_(m_buffersBefore, buffers);
}

void TrainStep::restoreBuffers()
{
    const torch::NoGradGuard noGradients;
    if (!m_buffersBefore.empty())
        at::_foreach_copy_(m_task.model().buffers(), m_buffersBefore);
}

void TrainStep::swapAverage()
{
    if (m_average)
        m_average->swap();
}

std::vector<StatePart> TrainStep::state() const
{
    return partsWith(m_optimizer.state());
}

std::vector<StatePart> TrainStep::initialState() const
{
    return partsWith(m_shards ? m_shards->blank() : m_optimizer.state());
}

std::vector<StatePart> TrainStep::gatherState() const
{
    return partsWith(m_shards ? m_shards->gather(m_optimizer.state()) : m_optimizer.state());
}

void TrainStep::scatterState(const std::vector<StatePart> &whole)
{
    for (const StatePart &part : state())
        if (!m_shards || part.name != optimizerPart)
            m_group.broadcast(tensorsOf(part.tensors));
    if (m_shards)
        m_shards->scatter(m_group.rank() == 0 ? whole.front().tensors : NamedTensors(), m_optimizer.state());
}

std::vector<StatePart> TrainStep::partsWith(NamedTensors optimizer) const
{
    std::vector<StatePart> parts{{optimizerPart, std::move(optimizer)}};
    if (m_average)
        parts.push_back({"the average of the weights", m_average->state()});
    if (m_scaler)
        parts.push_back({"the scale of the loss", m_scaler->state()});
    return parts;
}

// A pass changes nothing but gradients and buffers, so a step can be repeated until its gradients are complete.
Result<double> TrainStep::accumulateGradients(const Batch &batch, double scale, TakenStep &taken)
{
    const RankStep before = taken.times;
    for (;;) {
        std::string refusal;
        try {
            return runPasses(batch, scale, taken.times);
        } catch (const std::exception &failure) {
            if (!isOutOfMemory(failure))
                throw;
            refusal = failure.what();
        }
        m_feed.drop();
        m_exchange->interrupt();
        m_exchange->dropGradients();
        restoreBuffers();
        releaseUnusedMemory(m_options.device);
        if (const auto less = reduceMemoryUse(batch.samples, refusal, taken); !less)
            return tl::unexpected(less.error());
        taken.times = before;
    }
}

Result<void> TrainStep::reduceMemoryUse(std::int64_t samples, const std::string &refusal, TakenStep &taken)
{
    const auto smaller = halveMicrobatch(samples, refusal);
    if (smaller) {
        taken.newMicrobatch = m_options.microbatch;
        return {};
    }
    if (!std::exchange(m_mayRecompute, false))
        return smaller;
    recomputeActivations(m_task.model());
    m_options.microbatch = m_firstMicrobatch;
    taken.newMicrobatch.reset();
    taken.recomputesNow = true;
    return {};
}

Result<void> TrainStep::halveMicrobatch(std::int64_t samples, const std::string &refusal)
{
    const std::string rank = "Rank " + std::to_string(m_group.rank());
    if (m_options.wholeShareAtOnce)
        return fail(rank + " has too little memory for the " + std::to_string(samples)
                + " samples of its share, and the model normalises over the whole batch, so they cannot come in parts. "
                  "Lower the batch, or train without this device.",
            refusal);
    const std::int64_t tried = m_options.microbatch > 0 ? std::min(m_options.microbatch, samples) : samples;
    if (tried <= 1)
        return fail(rank
                + " has too little memory for even one sample at once. Set memory.recompute or memory.shard, make the "
                  "model smaller, or train without this device.",
            refusal);
    m_options.microbatch = tried / 2;
    return {};
}

// Only the last micro-batch exchanges; those before it accumulate gradients.
double TrainStep::runPasses(const Batch &batch, double scale, RankStep &times)
{
    const std::int64_t most = std::max<std::int64_t>(atOnce(batch), 1);
    const bool isSecondTry = m_exchange->isInterrupted();
    m_exchange->dropGradients();
    double loss = 0;
    m_feed.begin(batch.slice(0, atOnce(batch)));
    for (std::int64_t first = most; first < batch.samples; first += most) {
        const Batch part = m_feed.take();
        m_feed.begin(batch.slice(first, std::min(first + most, batch.samples)));
        loss += backPropagate(part, scale, false, times);
    }
    const Batch last = m_feed.take();
    if (m_upcoming)
        m_feed.begin(m_upcoming->slice(0, atOnce(*m_upcoming)));
    loss += backPropagate(last, scale, !isSecondTry, times);
    if (isSecondTry) {
        const auto started = RunClock::now();
        m_exchange->resume();
        waitForDevice(m_options.device);
        times.exchangeSeconds += secondsSince(started);
    }
    return loss;
}

std::int64_t TrainStep::atOnce(const Batch &batch) const
{
    return m_options.microbatch > 0 ? std::min(m_options.microbatch, batch.samples) : batch.samples;
}

at::Tensor TrainStep::forward(const Batch &part)
{
    const MixedPrecision low(m_options.precision, m_options.device);
    return m_task.summedLoss(part);
}

double TrainStep::backPropagate(const Batch &part, double scale, bool exchanges, RankStep &times)
{
    // Layers that normalise over the global batch wait for other ranks in the middle of both passes; that counts as
    // exchange.
    const auto started = RunClock::now();
    const double inSumsAtFirst = m_group.secondsInAllReduce();
    if (exchanges)
        m_exchange->prepareForward();
    const at::Tensor loss = forward(part);
    waitForDevice(m_options.device);
    const double inSumsOfForward = m_group.secondsInAllReduce() - inSumsAtFirst;
    times.forwardSeconds += secondsSince(started) - inSumsOfForward;

    const auto turned = RunClock::now();
    if (exchanges)
        m_exchange->prepareBackward();
    (loss * scale).backward();
    if (exchanges)
        m_exchange->finish();
    waitForDevice(m_options.device);
    const double whole = secondsSince(turned);
    const bool waited = exchanges && !m_group.isAlone();
    const double inSums = m_group.secondsInAllReduce() - inSumsAtFirst - inSumsOfForward;
    const double own = waited
        ? std::min(m_exchange->ownBackwardSeconds(), whole) - (inSums - m_exchange->secondsInLastAllReduce())
        : whole - inSums;
    m_group.activity().advance();
    times.backwardSeconds += own;
    times.exchangeSeconds += whole - own + inSumsOfForward;
    return loss.item<double>();
}

} // namespace motley
