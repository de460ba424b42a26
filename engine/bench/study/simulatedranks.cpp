#include "engine/bench/study/simulatedranks.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <algorithm>

namespace motley {

namespace {

Tensors copiesOf(const Tensors &tensors)
{
    Tensors copies;
    for (const at::Tensor &tensor : tensors)
        copies.push_back(tensor.detach().clone());
    return copies;
}

} // namespace

Tensors parametersIn(Task &task)
{
    return task.model().parameters();
}

void computeMeanGradient(Task &task, std::span<const std::int64_t> ids, AugmentKey key)
{
    for (const at::Tensor &parameter : task.model().parameters())
        parameter.mutable_grad() = at::zeros_like(parameter);
    Batch batch = task.trainingSet().batch(ids, key);
    batch.wholeWeight = task.trainingSet().divisor(ids, key);
    batch.wholeSecondWeight = task.trainingSet().secondWeight(ids, key);
    batch.keys = sampleKeys(ids, key);
    (task.summedLoss(batch) / batch.wholeWeight).backward();
}

SimulatedRanks::SimulatedRanks(
    Task &task, const OptimizerSpec &optimizer, JoinRule rule, int ranks, std::int64_t batch, std::uint64_t seed)
    : m_task(task), m_rule(rule), m_ranks(ranks), m_batch(batch), m_seed(seed),
      m_sampler(task.trainingSet().sampler(seed, ranks * batch)), m_parameters(parametersIn(task))
{
    const int optimizers = rule == JoinRule::Adasum ? ranks : 1;
    for (int i = 0; i < optimizers; ++i)
        m_optimizers.emplace_back(optimizer, trainableParametersOf(task.model()));
}

void SimulatedRanks::step(double learningRate)
{
    const std::int64_t number = ++m_steps;
    const SampleIds ids = m_sampler->ids(number);
    const AugmentKey key{m_seed, m_sampler->position(number).epoch};
    m_task.model().train();
    if (m_rule == JoinRule::Adasum)
        stepApart(ids, key, learningRate);
    else
        stepTogether(ids, key, learningRate);
}

void SimulatedRanks::stepTogether(const SampleIds &ids, AugmentKey key, double learningRate)
{
    computeMeanGradient(m_task, ids, key);
    if (m_rule == JoinRule::Sum)
        for (const at::Tensor &parameter : m_parameters)
            parameter.mutable_grad().mul_(double(m_ranks));
    m_optimizers.front().step(learningRate);
}

// The last batch of an epoch may be smaller, and then leave nothing to the last ranks, which take no part in that step.
void SimulatedRanks::stepApart(const SampleIds &ids, AugmentKey key, double learningRate)
{
    const Tensors start = copiesOf(m_parameters);
    const std::span<const std::int64_t> all(ids);
    const std::size_t part = (all.size() + std::size_t(m_ranks) - 1) / std::size_t(m_ranks);
    std::vector<Tensors> updates;
    for (std::size_t first = 0; first < all.size(); first += part) {
        computeMeanGradient(m_task, all.subspan(first, std::min(part, all.size() - first)), key);
        m_optimizers[updates.size()].step(learningRate);
        updates.push_back(computeUpdate(start));
    }
    const torch::NoGradGuard noGradients;
    at::_foreach_add_(m_parameters, adasumTree(std::move(updates)));
}

Tensors SimulatedRanks::computeUpdate(const Tensors &start)
{
    const torch::NoGradGuard noGradients;
    Tensors update = copiesOf(m_parameters);
    at::_foreach_sub_(update, start);
    at::_foreach_copy_(m_parameters, start);
    return update;
}

} // namespace motley
