#include "engine/training/step/sumthenupdate.h"

#include "engine/base/runclock.h"
#include "engine/device/computedevice.h"
#include "engine/device/devicememory.h"
#include "engine/exchange/gradients/localgradients.h"
#include "engine/exchange/gradients/replicatedgradients.h"
#include "engine/exchange/gradients/shardedgradients.h"
#include "engine/optim/optimizerstate.h"
#include "engine/training/step/steppasses.h"

#include <torch/types.h>

#include <cmath>

namespace motley {

namespace {

// Steps from one measurement of a rank's own gradient norm to the next: it reads all gradients once more.
constexpr std::int64_t stepsAMeasurement = 5;

std::optional<ShardedOptimizer> shardsOf(Task &task, Group &group, const StepOptions &options)
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

} // namespace

SumThenUpdate::SumThenUpdate(Task &task, Group &group, const StepOptions &options)
    : m_task(task), m_group(group), m_options(options), m_shards(shardsOf(task, group, options)),
      m_updater({options.optimizer, options.clipNorm, options.precision, options.device}, parametersOf(task.model()),
          heldOf(m_shards)),
      m_exchange(makeExchange()), m_accumulation(task, passOptions(options, group)), m_room(options.device)
{
    if (options.measuresMemory)
        countMemory(options.device);
}

std::unique_ptr<GradientExchange> SumThenUpdate::makeExchange() const
{
    if (m_shards)
        return std::make_unique<ShardedGradients>(
            m_group, m_shards->parameters(), m_shards->ranges(), m_shards->held());
    if (m_group.isAlone())
        return std::make_unique<LocalGradients>(m_group, m_updater.parameters());
    return std::make_unique<ReplicatedGradients>(m_group, m_updater.parameters());
}

Result<void> SumThenUpdate::prepare()
{
    if (m_group.isAlone())
        return {};
    m_task.model().train();
    Batch nothing = m_task.trainingSet().batch({}, std::nullopt);
    nothing.keys = at::empty({0}, at::kLong);
    return m_accumulation.run(nothing, nullptr, 1, *m_exchange).map([](const Passed &) {});
}

Result<StepResult> SumThenUpdate::run(const StepInput &input)
{
    return sumGradients(input).map([&](StepResult result) {
        result.report = shareStep(m_group, result.mine);
        const double norm = normOf(result.report);
        result.isEmpty = !result.report.drewOthers && input.data.weight == 0;
        result.skipped = result.report.drewOthers
            || (!result.isEmpty && (!std::isfinite(result.report.summedLoss) || !std::isfinite(norm)));
        result.gradientNorm = result.changesNothing() ? 0 : norm;
        update(result, input.learningRate);
        return result;
    });
}

Result<StepResult> SumThenUpdate::sumGradients(const StepInput &input)
{
    const StepData &data = input.data;
    StepResult result;
    result.lossScale = m_updater.lossScale();
    if (m_options.measuresMemory)
        restartPeak(m_options.device);
    if (m_shards)
        for (const at::Tensor &slice : m_updater.parameters())
            slice.mutable_grad().reset();
    const bool measuresNorm = !m_group.isAlone() && data.position.step % stepsAMeasurement == 0;
    const double lossScale = result.lossScale.value_or(1);
    const auto passed = m_accumulation.run(data.batch, input.upcoming ? &input.upcoming->batch : nullptr,
        scaleOf(data, lossScale), *m_exchange, measuresNorm ? m_localNorm.measure() : nullptr);
    if (!passed)
        return tl::unexpected(passed.error());
    describeMemory(result, *passed, m_options);

    result.mine = reportOf(m_group.rank(), input, *passed, m_lastUpdate, m_exchange->unused());
    if (measuresNorm)
        result.mine.localSquaredNorm = m_localNorm.square() / (lossScale * lossScale);
    const auto summed = RunClock::now();
    result.mine.gradientNorm = m_updater.unscale();
    m_normSeconds = secondsSince(summed);
    return result;
}

// All ranks must clip by the same norm, to the last digit, or their parameters drift apart. Without shards all have the
// same gradients, but unlike devices compute the norm differently: rank 0's counts.
double SumThenUpdate::normOf(const StepReport &report) const
{
    if (!m_shards)
        return report.gradientNorms.front();
    double squares = 0;
    for (const double norm : report.gradientNorms)
        squares += norm * norm;
    return std::sqrt(squares);
}

std::vector<bool> SumThenUpdate::everyRank() const
{
    return std::vector<bool>(std::size_t(m_group.worldSize()), true);
}

void SumThenUpdate::update(StepResult &result, double learningRate)
{
    const auto started = RunClock::now();
    m_room.claim([&] { m_accumulation.dropUpload(); });
    if (result.skipped)
        m_updater.skip();
    if (result.changesNothing())
        m_accumulation.restoreBuffers();
    else
        m_updater.step(result.gradientNorm, learningRate, result.report.unusedOnAll(everyRank()));
    waitForDevice(m_options.device);
    result.update.optimizerSeconds = secondsSince(started);
    if (m_shards && !result.changesNothing()) {
        m_shards->gatherParameters();
        waitForDevice(m_options.device);
        result.update.exchangeSeconds = secondsSince(started) - result.update.optimizerSeconds;
    }
    result.update.optimizerSeconds += m_normSeconds;
    m_lastUpdate = result.update;
    if (!result.changesNothing()) {
        m_updater.average();
        m_room.measure();
    }
    if (m_options.measuresMemory)
        result.updatePeakBytes = peakMemory(m_options.device);
}

std::vector<StatePart> SumThenUpdate::state() const
{
    return m_updater.state(m_updater.optimizerState());
}

std::vector<StatePart> SumThenUpdate::initialState() const
{
    return m_updater.state(m_shards ? m_shards->blank() : m_updater.optimizerState());
}

std::vector<StatePart> SumThenUpdate::gatherState() const
{
    return m_updater.state(m_shards ? m_shards->gather(m_updater.optimizerState()) : m_updater.optimizerState());
}

void SumThenUpdate::scatterState(const std::vector<StatePart> &whole)
{
    for (const StatePart &part : state())
        if (!m_shards || part.name != optimizerPart)
            m_group.broadcast(tensorsOf(part.tensors));
    if (m_shards)
        m_shards->scatter(m_group.rank() == 0 ? whole.front().tensors : NamedTensors(), m_updater.optimizerState());
}

} // namespace motley
