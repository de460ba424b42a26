#include "engine/training/step/combinedeltas.h"

#include "engine/base/runclock.h"
#include "engine/device/computedevice.h"
#include "engine/device/devicememory.h"
#include "engine/optim/gradientclipping.h"
#include "engine/optim/optimizerstate.h"
#include "engine/training/checkpoint/groupedstate.h"
#include "engine/training/step/steppasses.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr int noRank = -1;

}

CombineDeltas::CombineDeltas(TrainingState &state, Group &group, std::vector<int> groups, DeltaExchange exchange)
    : StepStrategy(state, group), m_groups(std::move(groups)), m_exchange(std::move(exchange)),
      m_parameters(tensorsOf(trainableParametersOf(state.task.model()))), m_own(group, state.updater.parameters())
{
}

// Layers that normalise over the global batch exchange gradients with all ranks in the middle of a pass. So in a pass
// all ranks scale alike, by the weight of the global batch, and the mean over a group's samples is made afterwards.
Result<StepResult> CombineDeltas::computeGradients(const StepInput &input)
{
    const StepData &data = input.data;
    StepResult result;
    result.lossScale = m_state.updater.lossScale();
    if (m_state.options.measuresMemory)
        restartPeak(m_state.options.device);
    const auto passed = m_accumulation.run(data.batch, input.upcoming ? &input.upcoming->batch : nullptr,
        scaleOf(data, result.lossScale.value_or(1)), m_own);
    if (!passed)
        return tl::unexpected(passed.error());
    auto gradients = gradientsOf(m_state.updater.parameters());
    const auto computed = RunClock::now();
    m_exchange.sumInGroup(gradients, data.groupWeight > 0 ? data.weight / data.groupWeight : 0);
    waitForDevice(m_state.options.device);
    const double exchangeSeconds = secondsSince(computed);
    describeMemory(result, *passed, m_state.options);

    const auto summed = RunClock::now();
    result.mine = reportOf(m_group.rank(), input, *passed, m_lastUpdate, m_own.unused());
    result.mine.times.exchangeSeconds += exchangeSeconds;
    result.mine.gradientNorm = m_state.updater.unscale();
    m_gradientSeconds = secondsSince(summed);
    return result;
}

void CombineDeltas::decide(StepResult &result) const
{
    if (result.isEmpty)
        return;
    const std::vector<double> &norms = result.report.gradientNorms;
    result.skipped = result.report.drewOthers || !std::isfinite(result.report.summedLoss)
        || !std::all_of(norms.begin(), norms.end(), [](double norm) { return std::isfinite(norm); });
    if (result.skipped)
        return;
    double squares = 0;
    for (const int leader : leaders())
        squares += norms[std::size_t(leader)] * norms[std::size_t(leader)];
    result.gradientNorm = std::sqrt(squares / double(leaders().size()));
}

void CombineDeltas::update(StepResult &result, double learningRate)
{
    const auto started = RunClock::now();
    m_state.room.claim([&] { m_accumulation.dropUpload(); });
    if (result.skipped)
        m_state.updater.skip();
    if (result.changesNothing()) {
        m_accumulation.restoreBuffers();
    } else {
        const torch::NoGradGuard noGradients;
        if (m_start.empty())
            makeRoomForDeltas();
        keepStart();
        // All ranks of a group clip by the norm of its first rank, so that they stay alike to the last digit.
        const int leader = leaders()[std::size_t(groupOf(m_group.rank()))];
        m_state.updater.step(
            result.report.gradientNorms[std::size_t(leader)], learningRate, result.report.unusedOnAll(ranksOfGroup()));
    }
    waitForDevice(m_state.options.device);
    result.update.optimizerSeconds = secondsSince(started);
    if (!result.changesNothing()) {
        combineSinceStart();
        waitForDevice(m_state.options.device);
        result.update.exchangeSeconds = secondsSince(started) - result.update.optimizerSeconds;
        m_state.updater.average();
        m_state.room.measure();
    }
    result.update.optimizerSeconds += m_gradientSeconds;
    m_lastUpdate = result.update;
    if (m_state.options.measuresMemory)
        result.updatePeakBytes = peakMemory(m_state.options.device);
}

// The deltas lie one behind the other, which spares the exchange a copy of all of them.
void CombineDeltas::makeRoomForDeltas()
{
    std::int64_t elements = 0;
    for (const at::Tensor &parameter : m_parameters) {
        m_start.push_back(at::empty_like(parameter));
        elements += parameter.numel();
    }
    at::Tensor room = at::empty({elements}, m_parameters.front().options());
    for (const at::Tensor &parameter : m_parameters) {
        m_deltas.push_back(room.narrow(0, 0, parameter.numel()).view(parameter.sizes()));
        room = room.narrow(0, parameter.numel(), room.numel() - parameter.numel());
    }
}

void CombineDeltas::keepStart()
{
    at::_foreach_copy_(m_start, m_parameters);
    const std::vector<at::Tensor> state = stateTensors();
    if (m_startState.empty())
        for (const at::Tensor &tensor : state)
            m_startState.push_back(at::empty_like(tensor));
    if (!state.empty())
        at::_foreach_copy_(m_startState, state);
}

// The step leaves no trace. But others may have come to its end: then this rank's group goes on as after it.
void CombineDeltas::takeBack()
{
    at::_foreach_copy_(m_parameters, m_start);
    const NamedTensors optimizer = m_state.updater.optimizerState();
    const std::vector<at::Tensor> state = stateTensors(); // the optimizer's comes first
    StepTakenBack step{m_state.progress.step + 1, {}};
    for (std::size_t i = 0; i < state.size(); ++i) {
        const at::Tensor after = state[i].clone();
        state[i].copy_(m_startState[i]);
        if (i < optimizer.size())
            step.optimizer.push_back({optimizer[i].name, m_startState[i].copy_(after)});
    }
    m_startState.clear();
    m_state.takenBack = std::move(step);
    m_accumulation.restoreBuffers();
}

void CombineDeltas::combineSinceStart()
{
    const torch::NoGradGuard noGradients;
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        at::sub_out(m_deltas[i], m_parameters[i], m_start[i]);
    try {
        m_exchange.combine(m_deltas);
    } catch (...) {
        takeBack();
        throw;
    }
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        at::add_out(m_parameters[i], m_start[i], m_deltas[i]);
}

std::vector<at::Tensor> CombineDeltas::stateTensors() const
{
    return tensorsOf(joined(state()));
}

std::vector<bool> CombineDeltas::ranksOfGroup() const
{
    std::vector<bool> counts;
    for (int rank = 0; rank < m_group.worldSize(); ++rank)
        counts.push_back(groupOf(rank) == groupOf(m_group.rank()));
    return counts;
}

std::vector<int> CombineDeltas::leaders() const
{
    std::vector<int> first;
    for (int rank = 0; rank < m_group.worldSize(); ++rank)
        if (groupOf(rank) == int(first.size()))
            first.push_back(rank);
    return first;
}

std::vector<StatePart> CombineDeltas::initialState() const
{
    NamedTensors whole;
    for (std::size_t group = 0; group < leaders().size(); ++group)
        for (const NamedTensor &item : m_state.updater.optimizerState())
            whole.push_back({nameInGroup(int(group), item.name),
                at::zeros_like(item.tensor, item.tensor.options().device(at::kCPU))});
    return m_state.updater.state(std::move(whole));
}

std::vector<StatePart> CombineDeltas::gatherState() const
{
    return m_state.updater.state(gatherOptimizer(leaders(), m_state.updater.optimizerState()));
}

// Of each group the first rank that has come as far as any of it. All ranks of a group that was lost are new.
std::vector<int> CombineDeltas::furthestOfGroups(const std::vector<std::int64_t> &advances) const
{
    std::vector<int> furthest = leaders();
    for (int rank = 0; rank < m_group.worldSize(); ++rank) {
        int &ofGroup = furthest[std::size_t(groupOf(rank))];
        if (advances[std::size_t(rank)] > advances[std::size_t(ofGroup)])
            ofGroup = rank;
    }
    for (int &rank : furthest)
        if (advances[std::size_t(rank)] == 0)
            rank = noRank;
    return furthest;
}

// Of this rank, which has perhaps taken that step back.
NamedTensors CombineDeltas::optimizerAfter(std::int64_t step) const
{
    const auto &takenBack = m_state.takenBack;
    const bool isBehind = takenBack && takenBack->step == step && m_state.progress.step < step;
    return isBehind ? takenBack->optimizer : m_state.updater.optimizerState();
}

// On rank 0. `senders`: the rank of each group whose state is the group's. `mine`: this rank's.
NamedTensors CombineDeltas::gatherOptimizer(const std::vector<int> &senders, const NamedTensors &mine) const
{
    NamedTensors whole;
    for (std::size_t group = 0; group < senders.size(); ++group)
        for (const NamedTensor &item : mine) {
            if (senders[group] == noRank)
                continue;
            const std::string name = nameInGroup(int(group), item.name);
            if (senders[group] == 0) {
                whole.push_back({name, item.tensor});
                continue;
            }
            const at::Tensor own = item.tensor.to(at::kCPU).contiguous();
            if (m_group.rank() == senders[group])
                m_group.send(own, 0);
            if (m_group.rank() != 0)
                continue;
            const at::Tensor theirs = at::empty_like(own);
            m_group.receive(theirs, senders[group]);
            whole.push_back({name, theirs});
        }
    return whole;
}

// On rank 0. A group whose state is lost begins with the mean over the others', as where a checkpoint has fewer groups.
NamedTensors CombineDeltas::wholeOptimizer(const OptimizerSync &sync) const
{
    const std::vector<int> senders = furthestOfGroups(sync.advances);
    NamedTensors whole = gatherOptimizer(senders, optimizerAfter(sync.step));
    if (m_group.rank() != 0)
        return {};
    NamedTensors onHost;
    for (const NamedTensor &item : whole)
        onHost.push_back({item.name, item.tensor.to(at::kCPU)});
    NamedTensors lost;
    for (std::size_t group = 0; group < senders.size(); ++group)
        for (const NamedTensor &item : m_state.updater.optimizerState())
            if (senders[group] == noRank)
                lost.push_back({nameInGroup(int(group), item.name), item.tensor});
    for (NamedTensor &item : regrouped(onHost, lost))
        whole.push_back(std::move(item));
    return whole;
}

// Each rank takes the state of its group, as rank 0 has loaded it or the rank that has come furthest in the group.
void CombineDeltas::syncOptimizer(const OptimizerSync &sync)
{
    const torch::NoGradGuard noGradients;
    const NamedTensors whole = sync.loaded ? *sync.loaded : wholeOptimizer(sync);
    for (const NamedTensor &mine : sync.mine) {
        for (int rank = 1; m_group.rank() == 0 && rank < m_group.worldSize(); ++rank)
            m_group.send(findTensor(whole, nameInGroup(groupOf(rank), mine.name))->to(at::kCPU).contiguous(), rank);
        if (m_group.rank() == 0) {
            mine.tensor.copy_(*findTensor(whole, mine.name));
        } else {
            const at::Tensor values = at::empty_like(mine.tensor, at::kCPU, at::MemoryFormat::Contiguous);
            m_group.receive(values, 0);
            mine.tensor.copy_(values);
        }
    }
}

} // namespace motley
