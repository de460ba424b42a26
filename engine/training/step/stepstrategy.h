// How the ranks of a run take a step together. Each kind has a file of its own; makestrategy.cpp is the list.
#pragma once

#include "engine/data/dataloader.h"
#include "engine/job/optimizerspec.h"
#include "engine/job/precisionspec.h"
#include "engine/training/checkpoint/statetensors.h"
#include "engine/training/step/stepreport.h"

#include <optional>
#include <vector>

namespace motley {

struct StepOptions {
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
    std::vector<int> groups{}; // of the ranks, which update by themselves; empty: all ranks make the same update
};

struct StepInput {
    const StepData &data;
    double learningRate = 0;
    const StepData *upcoming = nullptr; // the data of the next step, if ready; uploaded while this step is computed
    double dataSeconds = 0; // for which this rank waited for `data`
    bool stopRequested = false;
    std::optional<NewShares> newShares{}; // from rank 0 to all
};

struct UpdateTimes {
    double optimizerSeconds = 0;
    double exchangeSeconds = 0; // to receive or combine what other ranks updated
};

struct StepResult {
    StepReport report;
    RankReport mine; // this rank's part of it, whose update times are those of the step before
    UpdateTimes update;
    double gradientNorm = 0; // of the mean gradient, before clipping; 0 where the step changes nothing
    std::optional<double> lossScale; // of float16 training
    // Loss or gradient is not finite, or the ranks drew unlike samples: nothing is changed.
    bool skipped = false;
    bool isEmpty = false; // no sample has anything to learn from: nothing is changed
    std::optional<std::int64_t> newMicrobatch; // samples; memory ran out with more at once
    // Activations are recomputed from this step on: memory ran out, however few samples there were at once.
    bool recomputesNow = false;
    std::int64_t passPeakBytes = 0; // of tensors, in the passes; 0: not measured
    std::int64_t updatePeakBytes = 0;

    bool changesNothing() const { return skipped || isEmpty; }
};

class StepStrategy {
public:
    StepStrategy() = default;
    StepStrategy(const StepStrategy &) = delete;
    StepStrategy &operator=(const StepStrategy &) = delete;
    virtual ~StepStrategy() = default;

    virtual Result<void> prepare() = 0; // every rank must call it once, before the first step
    // Every rank must call it. Where this rank's memory does not hold its passes, they are repeated with fewer samples
    // at once while the other ranks wait. The Error says that nothing fits; nothing has changed then.
    virtual Result<StepResult> run(const StepInput &input) = 0;

    // Swaps the parameters with their moving average, if the job has one; a second call swaps them back.
    virtual void swapAverage() = 0;

    // The training state without the model, as far as this rank holds it.
    virtual std::vector<StatePart> state() const = 0;
    // The whole state of all ranks as it is before the first step, for a checkpoint to be loaded into.
    virtual std::vector<StatePart> initialState() const = 0;
    // The whole state of all ranks on rank 0, and from rank 0 to all. Every rank must call both; other ranks get and
    // give nothing of use.
    virtual std::vector<StatePart> gatherState() const = 0;
    virtual void scatterState(const std::vector<StatePart> &whole) = 0;
};

} // namespace motley
