// Gradients are summed over all ranks while they are computed, and every rank makes the same update, or that of its
// shard: a step is what one device would make of the whole batch.
#pragma once

#include "engine/exchange/gradients/localnorm.h"
#include "engine/exchange/gradients/shardedoptimizer.h"
#include "engine/training/step/gradientaccumulation.h"
#include "engine/training/step/stepstrategy.h"
#include "engine/training/step/updater.h"
#include "engine/training/step/updateroom.h"

#include <memory>

namespace motley {

class SumThenUpdate : public StepStrategy {
public:
    SumThenUpdate(Task &task, Group &group, const StepOptions &options); // the model is on the device already

    // A pass without samples records the order of the gradients. So all steps of a run use the same buckets and add up
    // in the same order, after a resume too.
    Result<void> prepare() override;
    Result<StepResult> run(const StepInput &input) override;

    // The parts of run(). The report is between them.
    Result<StepResult> sumGradients(const StepInput &input);
    // Changes the parameters, or nothing. Where memory is short, it gives up the upload of the next step's data.
    void update(StepResult &result, double learningRate);

    void swapAverage() override { m_updater.swapAverage(); }
    std::vector<StatePart> state() const override;
    std::vector<StatePart> initialState() const override;
    std::vector<StatePart> gatherState() const override;
    void scatterState(const std::vector<StatePart> &whole) override;

private:
    std::unique_ptr<GradientExchange> makeExchange() const;
    double normOf(const StepReport &report) const;
    std::vector<bool> everyRank() const;

    Task &m_task;
    Group &m_group;
    const StepOptions m_options;
    std::optional<ShardedOptimizer> m_shards;
    Updater m_updater;
    std::unique_ptr<GradientExchange> m_exchange;
    GradientAccumulation m_accumulation;
    LocalNorm m_localNorm;
    UpdateRoom m_room;
    UpdateTimes m_lastUpdate;
    double m_normSeconds = 0;
};

} // namespace motley
