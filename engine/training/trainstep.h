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
    // Each rank's relative share of the optimizer state and of the summed gradients; empty: every rank holds all of
    // both.
    std::vector<double> stateShares{};
    bool measuresMemory = false;
    bool wholeShareAtOnce = false; // the model normalises over the batch: micro-batches would change the result
    bool mayRecompute = false; // activations, where not even one sample fits otherwise
};

struct TakenStep {
    double summedLoss = 0; // of this rank's samples
    double heldNorm = 0; // of the mean gradient over all ranks, or of the shard that this rank holds
    bool holdsShard = false;
    double normSeconds = 0; // which UpdateTimes count too
    double gradientNorm = 0; // of the mean gradient over all ranks, before clipping; 0 where the step is skipped
    std::optional<double> localSquaredNorm; // of this rank's part of the mean gradient; measured every few steps
    std::optional<double> lossScale; // of float16 training
    bool skipped = false; // loss or gradient is not finite: nothing is changed
    std::optional<std::int64_t> newMicrobatch; // samples; memory ran out with more at once
    // Activations are recomputed from this step on: memory ran out, however few samples there were at once.
    bool recomputesNow = false;
    std::int64_t passPeakBytes = 0; // of tensors, in the passes; 0: not measured
    std::int64_t updatePeakBytes = 0;
    RankStep times; // without dataSeconds

    // `norm`: of the whole mean gradient. All ranks must decide alike.
    void decide(double norm, bool lossIsFinite);
};

struct UpdateTimes {
    double optimizerSeconds = 0;
    double gatherSeconds = 0; // to receive parameters that other ranks updated
};

class TrainStep {
public:
    TrainStep(Task &task, const Group &group, TrainStepOptions options); // the model is on the device already

    // Every rank must call it once, before the first step: a pass without samples records the order of the gradients.
    // So all steps of a run use the same buckets and add up in the same order, after a resume too.
    Result<void> recordGradientOrder();

    // sumGradients() computes this rank's gradients and sums those of all ranks; update() changes the parameters by
    // them, once TakenStep::decide() has been called. In between nothing has changed yet but the buffers of layers that
    // keep statistics, and update() takes these back if the step is skipped.
    //
    // Where this rank's memory does not hold a pass, it halves its micro-batch from then on and computes this step's
    // gradients anew, while the other ranks wait. Where not even one sample fits and options.mayRecompute, it
    // recomputes activations from then on, beginning with its first micro-batch again. The Error says that nothing
    // fits. `upcoming`: the data of the next step, if it is ready; it is uploaded while this step is computed.
    Result<TakenStep> sumGradients(const StepData &data, const StepData *upcoming = nullptr);
    // Changes the parameters, or nothing; sets what `taken` says of the update, but for its times. Where memory is
    // short, it gives up the upload of the next step's data.
    UpdateTimes update(TakenStep &taken, double learningRate);
    // All three: sumGradients(), decide() and update().
    Result<TakenStep> take(const StepData &data, double learningRate, const StepData *upcoming = nullptr);

    // Swaps the parameters with their moving average, if the job has one; a second call swaps them back.
    void swapAverage();

    // The training state but for the model. Where the optimizer state is sharded, state() has this rank's shard of it,
    // initialState() and scatterState() deal with the whole of it, and gatherState() collects the whole on rank 0 and
    // is without it elsewhere. Every rank must call gatherState() and scatterState().
    std::vector<StatePart> state() const;
    // The whole state as it is before the first step, for a checkpoint to be loaded into.
    std::vector<StatePart> initialState() const;
    std::vector<StatePart> gatherState() const;
    void scatterState(const std::vector<StatePart> &whole); // from rank 0 to all ranks

private:
    std::unique_ptr<GradientExchange> makeExchange() const;
    void changeParameters(const TakenStep &taken, double learningRate);
    double wholeNorm(const TakenStep &taken) const; // every rank must call it
    void keepBuffers();
    void restoreBuffers();
    void makeRoomForUpdate();
    Result<double> accumulateGradients(const Batch &batch, double scale, TakenStep &taken);
    double runPasses(const Batch &batch, double scale, RankStep &times);
    std::int64_t atOnce(const Batch &batch) const; // samples of the batch's first micro-batch
    std::vector<StatePart> partsWith(NamedTensors optimizer) const;
    Result<void> reduceMemoryUse(std::int64_t samples, const std::string &refusal, TakenStep &taken);
    Result<void> halveMicrobatch(std::int64_t samples, const std::string &refusal);
    at::Tensor forward(const Batch &part);
    double backPropagate(const Batch &part, double scale, bool exchanges, RankStep &times);

    Task &m_task;
    const Group &m_group;
    TrainStepOptions m_options;
    bool m_mayRecompute; // it is allowed, and not done yet
    const std::int64_t m_firstMicrobatch;
    std::optional<ShardedOptimizer> m_shards;
    std::vector<at::Tensor> m_parameters; // or slices of them: those whose gradients this rank has after the exchange
    std::unique_ptr<GradientExchange> m_exchange;
    DeviceFeed m_feed;
    // That the first update took at its peak beside what is held; 0: there was none yet, or on a CPU.
    std::int64_t m_updateBytes = 0;
    const Batch *m_upcoming = nullptr; // batch of the next step, while this one is computed
    std::vector<at::Tensor> m_buffersBefore; // copies of the model's buffers before the step
    Optimizer m_optimizer;
    std::optional<MovingAverage> m_average;
    std::optional<LossScaler> m_scaler;
};

} // namespace motley
