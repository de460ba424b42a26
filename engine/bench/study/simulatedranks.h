// A data-parallel run of many ranks in one process: the same samples, gradients and updates as in a run of that many
// processes, without their exchange, so that a batch of 16 ranks can be studied on two processors.
#pragma once

#include "engine/bench/study/adasumtree.h"
#include "engine/bench/study/joinrule.h"
#include "engine/data/sampler.h"
#include "engine/job/optimizerspec.h"
#include "engine/optim/optimizer.h"
#include "engine/tasks/task.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace motley {

// The gradient of the mean loss of these samples, in the gradients of the model's parameters, which it replaces.
void computeMeanGradient(Task &task, std::span<const std::int64_t> ids, AugmentKey key);

Tensors parametersIn(Task &task);

class SimulatedRanks {
public:
    // Each rank takes `batch` samples of a step. The task must live longer.
    SimulatedRanks(
        Task &task, const OptimizerSpec &optimizer, JoinRule rule, int ranks, std::int64_t batch, std::uint64_t seed);

    void step(double learningRate);
    std::int64_t steps() const { return m_steps; } // taken so far
    std::int64_t samples() const { return m_steps * m_ranks * m_batch; } // taken so far

private:
    void stepTogether(const SampleIds &ids, AugmentKey key, double learningRate);
    void stepApart(const SampleIds &ids, AugmentKey key, double learningRate);
    Tensors computeUpdate(const Tensors &start); // what one rank changed; the parameters are those of the start again

    Task &m_task;
    JoinRule m_rule;
    std::int64_t m_ranks;
    std::int64_t m_batch;
    std::uint64_t m_seed;
    std::unique_ptr<Sampler> m_sampler;
    Tensors m_parameters;
    std::vector<Optimizer> m_optimizers; // one, or with Adasum one for each rank
    std::int64_t m_steps = 0;
};

} // namespace motley
