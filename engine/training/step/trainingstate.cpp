#include "engine/training/step/trainingstate.h"

#include "engine/models/layers/activationcheckpointing.h"
#include "engine/optim/optimizerstate.h"

#include <torch/types.h>

namespace motley {

namespace {

std::optional<std::vector<ParameterSlice>> heldOf(const std::optional<ShardedOptimizer> &shards)
{
    return shards ? std::optional(shards->held()) : std::nullopt;
}

} // namespace

TrainingState::TrainingState(Task &trained, const StepOptions &stepOptions, std::optional<ShardedOptimizer> ofAll)
    : task(trained), options(stepOptions), shards(std::move(ofAll)),
      updater({options.optimizer, options.clipNorm, options.precision, options.device}, parametersOf(task.model()),
          heldOf(shards)),
      limits{options.microbatch, options.mayRecompute && canRecompute(task.model())}, room(options.device)
{
}

} // namespace motley
