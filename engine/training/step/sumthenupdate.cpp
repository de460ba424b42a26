#include "engine/training/step/sumthenupdate.h"

#include "engine/base/runclock.h"
#include "engine/device/computedevice.h"
#include "engine/device/devicememory.h"
#include "engine/exchange/gradients/localgradients.h"
#include "engine/exchange/gradients/replicatedgradients.h"
#include "engine/exchange/gradients/shardedgradients.h"
#include "engine/exchange/peerlost.h"
#include "engine/optim/optimizerstate.h"
#include "engine/training/step/shardsettlement.h"
#include "engine/training/step/steppasses.h"

#include <torch/types.h>

#include <cmath>

namespace motley {

namespace {

// Steps from one measurement of a rank's own gradient norm to the next: it reads all gradients once more.
constexpr std::int64_t stepsAMeasurement = 5;

} // namespace

SumThenUpdate::SumThenUpdate(TrainingState &state, Group &group)
    : StepStrategy(state, group), m_exchange(makeExchange())
{
}

std::unique_ptr<GradientExchange> SumThenUpdate::makeExchange() const
{
    const at::ScalarType sent = m_state.options.sent == ExchangeSpec::Gradients::BFloat16 ? at::kBFloat16 : at::kFloat;
    if (const auto &shards = m_state.shards)
        return std::make_unique<ShardedGradients>(m_group, shards->parameters(), shards->ranges(),
            ShardedGradients::Parts{shards->mirrors(), shards->shards()}, gradientBucketBytes, sent);
    std::vector<at::Tensor> parameters;
    for (const NamedTensor &parameter : trainableParametersOf(m_state.task.model()))
        parameters.push_back(parameter.tensor);
    if (m_group.isAlone())
        return std::make_unique<LocalGradients>(m_group, std::move(parameters));
    return std::make_unique<ReplicatedGradients>(m_group, std::move(parameters), sent);
}

Result<void> SumThenUpdate::prepare()
{
    if (m_group.isAlone())
        return {};
    m_state.task.model().train();
    Batch nothing = m_state.task.trainingSet().batch({}, std::nullopt);
    nothing.keys = at::empty({0}, at::kLong);
    return m_accumulation.run(nothing, nullptr, 1, *m_exchange).map([](const Passed &) {});
}

Result<StepResult> SumThenUpdate::computeGradients(const StepInput &input)
{
    const StepData &data = input.data;
    StepResult result;
    result.lossScale = m_state.updater.lossScale();
    if (m_state.options.measuresMemory)
        restartPeak(m_state.options.device);
    if (m_state.shards)
        for (const at::Tensor &slice : m_state.updater.parameters())
            slice.mutable_grad().reset();
    const bool measuresNorm = !m_group.isAlone() && data.position.step % stepsAMeasurement == 0;
    const double lossScale = result.lossScale.value_or(1);
    const auto passed = m_accumulation.run(data.batch, input.upcoming ? &input.upcoming->batch : nullptr,
        scaleOf(data, lossScale), *m_exchange, measuresNorm ? m_localNorm.measure() : nullptr);
    if (!passed)
        return tl::unexpected(passed.error());
    describeMemory(result, *passed, m_state.options);

    result.mine = reportOf(m_group.rank(), input, *passed, m_lastUpdate, m_exchange->unused());
    if (measuresNorm)
        result.mine.localSquaredNorm = m_localNorm.square() / (lossScale * lossScale);
    const auto summed = RunClock::now();
    result.mine.gradientNorm = m_state.updater.unscale();
    m_normSeconds = secondsSince(summed);
    return result;
}

void SumThenUpdate::decide(StepResult &result) const
{
    const double norm = normOf(result.report);
    result.skipped = result.report.drewOthers
        || (!result.isEmpty && (!std::isfinite(result.report.summedLoss) || !std::isfinite(norm)));
    result.gradientNorm = result.changesNothing() ? 0 : norm;
}

// All ranks must clip by the same norm, to the last digit, or their parameters drift apart. Without shards all have the
// same gradients, but unlike devices compute the norm differently: rank 0's counts.
double SumThenUpdate::normOf(const StepReport &report) const
{
    if (!m_state.shards)
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
    const std::vector<bool> unused = result.report.unusedOnAll(everyRank());
    if (m_state.undecidedStep)
        m_state.decision = {
            *m_state.undecidedStep, result.skipped, result.changesNothing(), result.gradientNorm, learningRate, unused};
    m_state.room.claim([&] { m_accumulation.dropUpload(); });
    if (result.skipped)
        m_state.updater.skip();
    if (result.changesNothing())
        m_accumulation.restoreBuffers();
    else
        m_state.updater.step(result.gradientNorm, learningRate, unused);
    waitForDevice(m_state.options.device);
    result.update.optimizerSeconds = secondsSince(started);
    if (m_state.shards && !result.changesNothing()) {
        gatherParameters(result);
        result.update.exchangeSeconds = secondsSince(started) - result.update.optimizerSeconds;
    }
    result.update.optimizerSeconds += m_normSeconds;
    m_lastUpdate = result.update;
    if (!result.changesNothing() && !result.lostPeer) {
        m_state.updater.average();
        m_state.room.measure();
    }
    if (m_state.options.measuresMemory)
        result.updatePeakBytes = peakMemory(m_state.options.device);
}

// After the report the step counts, whoever is lost: what is missing then comes with the next generation.
void SumThenUpdate::gatherParameters(StepResult &result)
{
    try {
        m_state.shards->gatherParameters(m_group);
        waitForDevice(m_state.options.device);
    } catch (const PeerLost &lost) {
        result.lostPeer = lost.what();
        m_state.lacksParameters = true;
    }
}

std::vector<StatePart> SumThenUpdate::initialState() const
{
    return m_state.shards ? m_state.updater.state(m_state.shards->blank()) : state();
}

std::vector<StatePart> SumThenUpdate::gatherState() const
{
    if (!m_state.shards)
        return state();
    return m_state.updater.state(m_state.shards->gather(m_group, m_state.updater.optimizerState()));
}

// Shards stay as they are where nothing was loaded and the ranks are those that have them.
void SumThenUpdate::syncOptimizer(const OptimizerSync &sync)
{
    const torch::NoGradGuard noGradients;
    const bool isNew = m_state.lacksState;
    if (isNew && !sync.loaded) {
        ShardSettlement(m_state, m_group).giveOut(sync.root);
        return;
    }
    m_state.holdShards();
    if (m_state.shards && sync.loaded) {
        std::vector<NamedTensors> mine;
        for (const ShardState &shard : m_state.updater.shardStates())
            mine.push_back(shard.tensors);
        m_state.shards->scatter(m_group, *sync.loaded, mine);
    } else if (isNew) { // alone
        for (const NamedTensor &item : m_state.updater.optimizerState())
            item.tensor.copy_(*findTensor(*sync.loaded, item.name));
    } else if (!m_state.shards) {
        m_group.broadcast(tensorsOf(sync.mine), sync.root);
    }
}

} // namespace motley
