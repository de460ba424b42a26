#include "engine/training/step/shardsettlement.h"

#include <torch/types.h>

#include <algorithm>
#include <numeric>

namespace motley {

namespace {

void takeBuffers(const torch::nn::Module &model, const std::vector<at::Tensor> &values)
{
    const torch::NoGradGuard noGradients;
    const auto buffers = model.buffers();
    for (std::size_t i = 0; i < std::min(buffers.size(), values.size()); ++i)
        buffers[i].copy_(values[i]);
}

} // namespace

bool ShardSettlement::holdAll()
{
    constexpr std::int64_t none = -1;
    const auto steps = m_group.gather(m_state.isShared ? m_state.progress.step : none);
    const std::int64_t furthest = *std::max_element(steps.begin(), steps.end());
    return movesBetween(heldAt(furthest), {{0, {0, numbers()}}}).has_value();
}

bool ShardSettlement::catchUp(int furthest)
{
    const TrainingProgress progress = m_group.agree(m_state.progress, furthest);
    const UpdateDecision decision = decisionOf(furthest);
    const bool isBehind = m_state.undecidedStep == progress.step && m_state.progress.step < progress.step
        && decision.step == progress.step;
    if (isBehind) {
        m_state.updater.catchUp(m_state.before, decision);
        m_state.progress = progress;
        m_state.decision = decision;
        m_state.lacksParameters = !decision.changesNothing;
        if (!decision.changesNothing)
            takeBuffers(m_state.task.model(), m_state.undecidedBuffers);
    }
    m_state.undecidedStep.reset();
    m_state.undecidedBuffers.clear();
    for (const OptimizerShard &shard : m_state.before)
        for (const ParameterSlice &slice : shard.slices)
            slice.values.mutable_grad().reset();
    if (m_group.agree(m_state.lacksParameters, furthest)) // else all take those of the furthest
        completeParameters(progress.step);
    return isBehind;
}

void ShardSettlement::giveOut(int root)
{
    park();
    const std::vector<HeldRange> held = heldAt(m_group.agree(m_state.progress.step, root));
    m_state.holdShards();
    const NamedTensors parameters = trainableParametersOf(m_state.task.model());
    const ShardedOptimizer shards = m_state.shards
        ? *m_state.shards
        : ShardedOptimizer(m_state.options.optimizer, parameters, {1}, m_group.rank());
    std::vector<HeldRange> wanted;
    for (int rank = 0; rank < m_group.worldSize(); ++rank)
        for (const NumberRange &range : shards.rangesOf(rank))
            wanted.push_back({rank, range});
    std::vector<ShardState> before;
    for (const OptimizerShard &shard : m_state.before)
        before.push_back({shard.range, shard.state()});
    shards.move(m_group, movesBetween(held, wanted).value(), root, before, m_state.updater.shardStates());
}

std::int64_t ShardSettlement::numbers() const
{
    const NamedTensors parameters = trainableParametersOf(m_state.task.model());
    return std::accumulate(parameters.begin(), parameters.end(), std::int64_t(0),
        [](std::int64_t sum, const NamedTensor &item) { return sum + item.tensor.numel(); });
}

bool ShardSettlement::hasCome(std::int64_t step) const
{
    return m_state.isShared && (m_state.progress.step == step || m_state.undecidedStep == step);
}

std::vector<HeldRange> ShardSettlement::heldAt(std::int64_t step)
{
    std::vector<NumberRange> mine;
    if (hasCome(step))
        for (const OptimizerShard &shard : m_state.before)
            mine.push_back(shard.range);
    const auto counts = m_group.gather(std::int64_t(mine.size()));
    const std::int64_t all = std::accumulate(counts.begin(), counts.end(), std::int64_t(0));
    if (all == 0)
        return {};
    at::Tensor borders = at::zeros({2 * all}, at::kLong);
    std::int64_t *border = borders.data_ptr<std::int64_t>();
    std::int64_t *own = border + 2 * std::accumulate(counts.begin(), counts.begin() + m_group.rank(), std::int64_t(0));
    for (const NumberRange &range : mine) {
        *own++ = range.begin;
        *own++ = range.end;
    }
    m_group.allReduceHost(borders);
    std::vector<HeldRange> held;
    for (int rank = 0; rank < m_group.worldSize(); ++rank)
        for (std::int64_t i = 0; i < counts[std::size_t(rank)]; ++i, border += 2)
            held.push_back({rank, {border[0], border[1]}});
    return held;
}

UpdateDecision ShardSettlement::decisionOf(int rank)
{
    struct Numbers {
        std::int64_t step;
        double gradientNorm;
        double learningRate;
        std::int64_t parameters;
        bool skips;
        bool changesNothing;
    };
    const UpdateDecision mine = m_state.decision.value_or(UpdateDecision{.step = -1});
    const Numbers agreed = m_group.agree(Numbers{mine.step, mine.gradientNorm, mine.learningRate,
                                             std::int64_t(mine.unused.size()), mine.skips, mine.changesNothing},
        rank);
    UpdateDecision decision{agreed.step, agreed.skips, agreed.changesNothing, agreed.gradientNorm, agreed.learningRate,
        std::vector<bool>(std::size_t(agreed.parameters))};
    if (agreed.parameters == 0)
        return decision;
    const at::Tensor flags = at::zeros({agreed.parameters}, at::kByte);
    auto *flag = flags.data_ptr<std::uint8_t>();
    for (std::size_t i = 0; m_group.rank() == rank && i < mine.unused.size(); ++i)
        flag[i] = mine.unused[i] ? 1 : 0;
    m_group.broadcast({flags}, rank);
    for (std::size_t i = 0; i < decision.unused.size(); ++i)
        decision.unused[i] = flag[i] != 0;
    return decision;
}

// None of those that lack some has the whole model at that step. Once a rank has it, it takes it into its average, and
// does not do so again where others are lost before they have it.
void ShardSettlement::completeParameters(std::int64_t step)
{
    constexpr int nobody = -1;
    const NamedTensors parameters = trainableParametersOf(m_state.task.model());
    const auto moves = movesBetween(heldAt(step), {{nobody, {0, numbers()}}}).value();
    for (const ShardMove &move : moves)
        ShardedOptimizer::broadcastRange(m_group, parameters, move.range, move.from, m_state.lacksParameters);
    if (m_state.lacksParameters)
        m_state.updater.average();
    m_state.lacksParameters = false;
}

// What a GPU held makes room for what it is to hold.
void ShardSettlement::park()
{
    if (m_state.options.device.is_cpu())
        return;
    const NamedTensors parameters = trainableParametersOf(m_state.task.model());
    for (OptimizerShard &shard : m_state.before) {
        if (!shard.parked.empty())
            continue;
        for (const NamedTensor &item : shard.optimizer.state())
            shard.parked.push_back({item.name, item.tensor.to(at::kCPU)});
        shard.optimizer = Optimizer(m_state.options.optimizer, parameters, std::vector<ParameterSlice>());
    }
}

} // namespace motley
