#include "engine/training/step/trainingstate.h"

#include "engine/data/datahash.h"
#include "engine/models/layers/activationcheckpointing.h"
#include "engine/optim/optimizerstate.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <cstdio>
#include <iterator>

namespace motley {

namespace {

std::optional<std::vector<Shard>> heldOf(const std::optional<ShardedOptimizer> &shards)
{
    return shards ? std::optional(shards->shards()) : std::nullopt;
}

std::string hashOfFrozen(const torch::nn::Module &model)
{
    DataHash hash;
    bool any = false;
    for (const NamedTensor &item : parametersOf(model)) {
        if (item.tensor.requires_grad())
            continue;
        const at::Tensor values = item.tensor.to(at::kCPU).contiguous();
        hash.add(item.name);
        hash.add(std::span(static_cast<const std::byte *>(values.const_data_ptr()), values.nbytes()));
        any = true;
    }
    char digits[17] = "";
    if (any)
        std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash.value()));
    return digits;
}

} // namespace

const std::string &TrainingState::frozenHash() const
{
    if (!m_frozenHash)
        m_frozenHash = hashOfFrozen(task.model());
    return *m_frozenHash;
}

void TrainingState::shardAnew(std::optional<ShardedOptimizer> ofAll)
{
    if (!shards && !ofAll)
        return;
    shards = std::move(ofAll);
    std::vector<OptimizerShard> released = updater.release();
    const bool isOfUse = isShared && !lacksState;
    if (isOfUse)
        std::move(released.begin(), released.end(), std::back_inserter(before));
    lacksState = true;
}

void TrainingState::holdShards()
{
    if (updater.holdsNothing())
        updater.hold(trainableParametersOf(task.model()), heldOf(shards));
}

void TrainingState::beginShards()
{
    forgetShardsBefore();
    holdShards();
}

void TrainingState::forgetShardsBefore()
{
    before.clear();
    undecidedStep.reset();
    undecidedBuffers.clear();
    lacksParameters = false;
}

TrainingState::TrainingState(Task &trained, const StepOptions &stepOptions, std::optional<ShardedOptimizer> ofAll)
    : task(trained), options(stepOptions), shards(std::move(ofAll)),
      updater({options.optimizer, options.clipNorm, options.precision, options.device},
          trainableParametersOf(task.model()), heldOf(shards)),
      limits{options.microbatch, options.mayRecompute && canRecompute(task.model())}, room(options.device)
{
}

} // namespace motley
