// What one rank has trained so far, and what it has learnt of itself on the way: what a checkpoint holds, and what
// would have to be found out again. Knows no other ranks, so it outlives every Generation that it is trained in.
#pragma once

#include "engine/exchange/gradients/shardedoptimizer.h"
#include "engine/formats/checkpointmanifest.h"
#include "engine/job/exchangespec.h"
#include "engine/protocol/event.h"
#include "engine/statistics/gradientnoisescale.h"
#include "engine/tasks/task.h"
#include "engine/training/step/gradientaccumulation.h"
#include "engine/training/step/updater.h"
#include "engine/training/step/updateroom.h"

#include <optional>
#include <string>

namespace motley {

struct StepOptions {
    OptimizerSpec optimizer;
    double clipNorm = 0; // 0: no clipping
    std::int64_t microbatch = 0; // samples; 0: all at once
    PrecisionSpec precision;
    at::Device device = at::kCPU;
    bool measuresMemory = false;
    bool wholeShareAtOnce = false; // the model normalises over the batch: micro-batches would change the result
    bool mayRecompute = false; // activations, where not even one sample fits otherwise
    ExchangeSpec::Gradients sent = ExchangeSpec::Gradients::Float32; // to other ranks
};

// The same on all ranks.
struct TrainingProgress {
    std::int64_t step = 0; // the last one that was applied
    std::int64_t lastCheckpoint = 0; // step of the newest checkpoint
    TestProgress tests;
    double lastLoss = 0; // of a step with a loss
};

// A step that this rank took back as a rank was lost amid it, while others may have come to its end.
struct StepTakenBack {
    std::int64_t step = 0;
    NamedTensors optimizer; // the state after it
};

struct TrainingState {
    // The model is on the device already; the task must live longer. `shards`: nullopt where this rank holds the whole
    // optimizer state.
    TrainingState(Task &task, const StepOptions &options, std::optional<ShardedOptimizer> shards = {});

    // For ranks that are others than before: takes these shards, or the whole optimizer state, without what they hold,
    // and keeps what this rank has held until all others have theirs.
    void shardAnew(std::optional<ShardedOptimizer> ofAll);
    void holdShards(); // from now on; what it has of them is as before the first step
    void beginShards(); // the same, and without what it has held
    void forgetShardsBefore(); // what it has held, as all have theirs, or as it is of no use

    // Of the contents of frozen parameters, in hexadecimal digits; empty: there are none. They stay as they are, so it
    // is computed once.
    const std::string &frozenHash() const;

    Task &task;
    const StepOptions options;
    std::optional<ShardedOptimizer> shards;
    Updater updater;
    TrainingProgress progress;
    bool lacksState = false; // of the optimizer, since it was sharded anew
    std::vector<OptimizerShard> before; // what it held then, at progress.step
    std::optional<std::int64_t> undecidedStep; // its gradients are complete here, its report has not come
    std::vector<at::Tensor> undecidedBuffers; // of the model after that step
    std::optional<UpdateDecision> decision; // of the last step, where the state is sharded
    // Of parameters that other ranks update: those of progress.step have not all come, nor are they in the average.
    bool lacksParameters = false;
    bool isShared = false; // it is that of all ranks of a generation, and not what this rank alone begins with
    std::optional<Evaluation> lastTest;
    std::optional<StepTakenBack> takenBack;
    GradientNoiseScale noise;
    PassLimits limits;
    UpdateRoom room;

private:
    mutable std::optional<std::string> m_frozenHash;
};

} // namespace motley
