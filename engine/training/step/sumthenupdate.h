// Gradients are summed over all ranks while they are computed, and every rank makes the same update, or that of its
// shard: a step is what one device would make of the whole batch.
#pragma once

#include "engine/exchange/gradients/localnorm.h"
#include "engine/training/step/stepstrategy.h"

#include <memory>

namespace motley {

class SumThenUpdate : public StepStrategy {
public:
    SumThenUpdate(TrainingState &state, Group &group);

    // A pass without samples records the order of the gradients. So all steps of a run use the same buckets and add up
    // in the same order, after a resume too.
    Result<void> prepare() override;
    Result<StepResult> computeGradients(const StepInput &input) override;
    void decide(StepResult &result) const override;
    void update(StepResult &result, double learningRate) override;

    std::vector<StatePart> initialState() const override;
    std::vector<StatePart> gatherState() const override;

private:
    void syncOptimizer(const OptimizerSync &sync) override;
    std::unique_ptr<GradientExchange> makeExchange() const;
    void gatherParameters(StepResult &result);
    double normOf(const StepReport &report) const;
    std::vector<bool> everyRank() const;

    const std::unique_ptr<GradientExchange> m_exchange;
    LocalNorm m_localNorm;
    double m_normSeconds = 0;
};

} // namespace motley
