// What one rank does with complete gradients: unscale, clip, optimizer step, moving average. Has no collectives, so
// that whoever has begun an update comes to its end.
#pragma once

#include "engine/exchange/gradients/shardedoptimizer.h"
#include "engine/job/precisionspec.h"
#include "engine/optim/lossscaler.h"
#include "engine/optim/movingaverage.h"
#include "engine/optim/optimizer.h"
#include "engine/training/checkpoint/statetensors.h"

#include <optional>

namespace motley {

struct UpdateOptions {
    OptimizerSpec optimizer;
    double clipNorm = 0; // 0: no clipping
    PrecisionSpec precision;
    at::Device device = at::kCPU;
};

// A range of the optimizer state, laid end to end, and the slices of the parameters that it updates.
struct OptimizerShard {
    NumberRange range;
    std::vector<ParameterSlice> slices;
    Optimizer optimizer;
    NamedTensors parked; // its state, in host memory in place of the optimizer's own; empty: it is there

    NamedTensors state() const { return parked.empty() ? optimizer.state() : parked; }
};

// What of a step's report decides about its update. The same on all ranks.
struct UpdateDecision {
    std::int64_t step = 0;
    bool skips = false; // its gradients are not finite: only the loss scale changes
    bool changesNothing = false;
    double gradientNorm = 0;
    double learningRate = 0;
    std::vector<bool> unused;
};

class Updater {
public:
    // `held`: the ranges of parameters that it updates, the first of which is its own; nullopt: all. The parameters'
    // tensors must stay where they are.
    Updater(const UpdateOptions &options, const NamedTensors &parameters,
        const std::optional<std::vector<Shard>> &held = {});

    const std::vector<at::Tensor> &parameters() const { return m_parameters; } // whose gradients it uses, or slices

    std::optional<double> lossScale() const; // of float16 training
    // From now on it updates these ranges, or all parameters, whose optimizer state is as before the first step.
    void hold(const NamedTensors &parameters, const std::optional<std::vector<Shard>> &held);
    bool holdsNothing() const { return m_shards.empty(); }
    std::vector<OptimizerShard> release(); // what it holds; from then on that is nothing, until hold()
    double unscale(); // divides the gradients by the loss scale; returns the norm of its own

    void skip(); // a step whose gradients are not finite: only the loss scale changes
    // `gradientNorm`: by which to clip, the same on all ranks that are to stay alike. `unused`: as of
    // Optimizer::step().
    void step(double gradientNorm, double learningRate, const std::vector<bool> &unused);
    // The same, of shards that were released with the gradients of that step.
    void catchUp(std::vector<OptimizerShard> &released, const UpdateDecision &decision);
    void average(); // after the step: takes the parameters into their moving average, if there is one

    // Swaps the parameters with their moving average, if there is one; a second call swaps them back.
    void swapAverage();

    NamedTensors optimizerState() const; // of its own range; empty while it holds nothing
    std::vector<ShardState> shardStates() const; // of all that it holds
    std::vector<StatePart> state(NamedTensors optimizer) const; // `optimizer`: in place of its own

private:
    void step(
        std::vector<OptimizerShard> &shards, double gradientNorm, double learningRate, const std::vector<bool> &unused);

    UpdateOptions m_options;
    std::vector<OptimizerShard> m_shards; // the first one is its own, others are mirrored
    std::vector<at::Tensor> m_parameters;
    std::optional<MovingAverage> m_average;
    std::optional<LossScaler> m_scaler;
};

// For as long as it lives, the parameters are their moving average, if there is one.
class AveragedParameters {
public:
    explicit AveragedParameters(Updater &updater) : m_updater(updater) { m_updater.swapAverage(); }
    ~AveragedParameters() { m_updater.swapAverage(); }
    AveragedParameters(const AveragedParameters &) = delete;
    AveragedParameters &operator=(const AveragedParameters &) = delete;

private:
    Updater &m_updater;
};

} // namespace motley
