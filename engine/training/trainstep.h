// One optimizer update: this rank's part of the global batch forward and backward, the exchange, the update.
#pragma once

#include "engine/data/prefetcher.h"
#include "engine/exchange/gradientexchange.h"
#include "engine/exchange/shardedoptimizer.h"
#include "engine/job/precisionspec.h"
#include "engine/optim/lossscaler.h"
#include "engine/optim/movingaverage.h"
#include "engine/optim/optimizer.h"
#include "engine/protocol/event.h"
#include "engine/tasks/task.h"
#include "engine/training/checkpoint/statetensors.h"
#include "engine/training/devicefeed.h"

#include <memory>
#include <optional>

namespace motley {

NamedTensors parametersOf(const torch::nn::Module &model);

struct TrainStepOptions {
    OptimizerSpec optimizer;
    double clipNorm = 0; // 0: no clipping
    std::int64_t microbatch = 0; // samples; 0: all at once
    PrecisionSpec precision;
    at::Device device = at::kCPU;
    // Of the optimizer state and of summed gradients, for each rank; empty: every rank holds all of both.
    std::vector<double> stateShares{};
    bool measuresMemory = false;
    bool wholeShareAtOnce = false; // the model normalises over the batch: micro-batches would change the result
    bool mayRecompute = false; // activations, where not even one sample fits otherwise
};

struct TakenStep {
    double summedLoss = 0; // of this rank's samples
    double gradientNorm = 0; // of the mean gradient over all ranks, before clipping; 0 where it was skipped
    std::optional<double> localSquaredNorm; // squared length of this rank's part of that mean; measured every few steps
    std::optional<double> lossScale; // of float16
    bool skipped = false; // float16 gradients overflowed: nothing was changed
    std::optional<std::int64_t> newMicrobatch; // memory ran out with more samples at once
    bool recomputesNow = false; // activations, since this step: memory ran out, however few samples there were at once
    std::int64_t passPeakBytes = 0; // of tensors, where it is measured
    std::int64_t updatePeakBytes = 0;
    RankStep times; // without dataSeconds
};

struct UpdateTimes {
    double optimizerSeconds = 0;
    double gatherSeconds = 0; // of parameters that other ranks updated
};

class TrainStep {
public:
    TrainStep(Task &task, const Group &group, TrainStepOptions options); // the model is on the device already

    // Every rank once, before the first step: a pass without samples shows the Reducer the order of the gradients. So
    // all steps of a run use the same buckets and add up in the same order, after a resume too.
    Result<void> recordGradientOrder();

    // The gradients of all ranks' parts, and then the update with them. Between the one and the other nothing has
    // changed yet; after the update a rank need not wait for others.
    //
    // Where this rank's memory does not hold a pass, it takes half as many samples at once from then on and computes
    // this step's gradients anew, while the other ranks wait. Where not even one sample fits and it may, it recomputes
    // activations from then on, and tries with as many samples at once as at first. The Error says that nothing fits.
    // `upcoming`: of the next step, if there is one already; it goes to the device while this one is computed.
    Result<TakenStep> sumGradients(const StepData &data, const StepData *upcoming = nullptr);
    UpdateTimes update(TakenStep &taken, double learningRate); // says in `taken` how it went, but for the times
    Result<TakenStep> take(const StepData &data, double learningRate, const StepData *upcoming = nullptr); // both

    // Exchanges the parameters with their moving average, if the job has one; once more, and they are back.
    void swapAverage();

    // All but the model. Each rank's own, and the whole of it where ranks hold parts of the optimizer state:
    // gathered on rank 0, elsewhere nothing of it. Every rank must call the last two.
    std::vector<StatePart> state() const;
    std::vector<StatePart> initialState() const; // the whole as it is before the first step, to be filled
    std::vector<StatePart> gatherState() const;
    void scatterState(const std::vector<StatePart> &whole); // rank 0's whole to all

private:
    std::unique_ptr<GradientExchange> makeExchange() const;
    void changeParameters(TakenStep &taken, double learningRate);
    double wholeNorm() const; // of all gradients
    bool unscaleGradients(); // false: some rank's overflowed
    Result<double> accumulateGradients(const Batch &batch, double scale, TakenStep &taken);
    double runPasses(const Batch &batch, double scale, RankStep &times);
    std::int64_t atOnce(const Batch &batch) const; // samples of its first pass
    std::vector<StatePart> partsWith(NamedTensors optimizer) const;
    Result<void> reduceMemoryUse(std::int64_t samples, const std::string &refusal, TakenStep &taken);
    Result<void> halveMicrobatch(std::int64_t samples, const std::string &refusal);
    at::Tensor forward(const Batch &part);
    double backPropagate(const Batch &part, double scale, bool exchanges, RankStep &times);

    Task &m_task;
    const Group &m_group;
    TrainStepOptions m_options;
    bool m_mayRecompute; // and does not yet
    const std::int64_t m_firstMicrobatch;
    std::optional<ShardedOptimizer> m_shards;
    std::vector<at::Tensor> m_parameters; // or parts of them: those whose gradients this rank has after the exchange
    std::unique_ptr<GradientExchange> m_exchange;
    DeviceFeed m_feed;
    const Batch *m_upcoming = nullptr; // while a step is taken
    Optimizer m_optimizer;
    std::optional<MovingAverage> m_average;
    std::optional<LossScaler> m_scaler;
};

} // namespace motley
