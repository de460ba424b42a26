// Every group of ranks makes an update of its own from the common parameters, and the changes (deltas) are combined: a
// step is the start plus the combined delta. The optimizer state differs from group to group.
#pragma once

#include "engine/exchange/gradients/localgradients.h"
#include "engine/training/step/stepstrategy.h"

#include <functional>

namespace motley {

// What a step exchanges, tensor by tensor and in place, in the order of the model's parameters.
struct DeltaExchange {
    // Every rank calls both; they may throw. The first replaces gradients by the sum of `weight` times those of the
    // ranks of this rank's group, the second the deltas by what all groups' deltas come to: the same on all ranks, to
    // the last bit.
    std::function<void(std::vector<at::Tensor> &gradients, double weight)> sumInGroup;
    std::function<void(std::vector<at::Tensor> &deltas)> combine;
};

class CombineDeltas : public StepStrategy {
public:
    // `groups`: for each rank the number of its group, from 0 in the order of their first ranks. Every rank must hold
    // the whole optimizer state.
    CombineDeltas(TrainingState &state, Group &group, std::vector<int> groups, DeltaExchange exchange);

    // The gradient of a group is the mean over its own samples, clipped by its own norm, before its own step. If the
    // loss or any group's gradient is not finite, all ranks skip the step, before anything has changed. The reported
    // norm is the root mean square of the groups' norms. The moving average follows the combined parameters.
    Result<StepResult> computeGradients(const StepInput &input) override;
    void decide(StepResult &result) const override;
    void update(StepResult &result, double learningRate) override;

    std::vector<StatePart> initialState() const override;
    std::vector<StatePart> gatherState() const override;

private:
    void syncOptimizer(const OptimizerSync &sync) override;
    NamedTensors gatherOptimizer(const std::vector<int> &senders, const NamedTensors &mine) const;
    NamedTensors optimizerAfter(std::int64_t step) const;
    NamedTensors wholeOptimizer(const OptimizerSync &sync) const;
    void makeRoomForDeltas();
    void keepStart();
    void takeBack();
    void combineSinceStart();
    std::vector<at::Tensor> stateTensors() const;
    int groupOf(int rank) const { return m_groups[std::size_t(rank)]; }
    std::vector<bool> ranksOfGroup() const; // index = rank: whether it is of this rank's group
    std::vector<int> leaders() const; // the first rank of each group
    std::vector<int> furthestOfGroups(const std::vector<std::int64_t> &advances) const; // noRank: its state is lost

    const std::vector<int> m_groups;
    const DeltaExchange m_exchange;
    std::vector<at::Tensor> m_parameters; // detached, over the same memory
    LocalGradients m_own;
    std::vector<at::Tensor> m_start; // the parameters before the update; of the first step on
    std::vector<at::Tensor> m_startState; // the state() before the update; none on a GPU
    std::vector<at::Tensor> m_deltas; // what the update has changed, combined
    double m_gradientSeconds = 0; // in which gradients were made ready for the update
};

} // namespace motley
