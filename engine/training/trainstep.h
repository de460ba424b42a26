// One optimizer update: this rank's part of the global batch forward and backward, the exchange, the update.
#pragma once

#include "engine/data/prefetcher.h"
#include "engine/exchange/gradientexchange.h"
#include "engine/optim/lossscaler.h"
#include "engine/optim/movingaverage.h"
#include "engine/optim/optimizer.h"
#include "engine/protocol/event.h"
#include "engine/protocol/precisionspec.h"
#include "engine/tasks/task.h"
#include "engine/training/trainingstate.h"

#include <optional>

namespace motley {

struct TrainStepOptions {
    OptimizerSpec optimizer;
    double clipNorm = 0; // 0: no clipping
    std::int64_t microbatch = 0; // samples; 0: all at once
    PrecisionSpec precision;
    at::Device device = at::kCPU;
};

struct TakenStep {
    double summedLoss = 0; // of this rank's samples
    double gradientNorm = 0; // of the mean gradient over all ranks, before clipping; 0 where it was skipped
    std::optional<double> lossScale; // of float16
    bool skipped = false; // float16 gradients overflowed: nothing was changed
    RankStep times; // without dataSeconds
};

class TrainStep {
public:
    TrainStep(Task &task, const Group &group, TrainStepOptions options); // the model is on the device already

    // Every rank once, before the first step: a pass without samples shows the Reducer the order of the gradients. So
    // all steps of a run use the same buckets and add up in the same order, after a resume too.
    void rehearse();

    TakenStep take(const StepData &data, double learningRate);

    // Exchanges the parameters with their moving average, if the job has one; once more, and they are back.
    void swapAverage();

    std::vector<StatePart> state() const; // of all but the model

private:
    void update(TakenStep &taken, double learningRate);
    bool unscaleGradients(); // false: some rank's overflowed
    double accumulateGradients(const Batch &batch, double scale, RankStep &times);
    at::Tensor forward(const Batch &part);
    double backPropagate(const Batch &part, double scale, bool exchanges, RankStep &times);

    Task &m_task;
    const Group &m_group;
    TrainStepOptions m_options;
    std::vector<at::Tensor> m_parameters;
    GradientExchange m_exchange;
    Optimizer m_optimizer;
    std::optional<MovingAverage> m_average;
    std::optional<LossScaler> m_scaler;
};

} // namespace motley
