#include "engine/training/step/checkpointcontents.h"

#include "engine/job/continuefiles.h"

#include <torch/types.h>

#include <utility>

namespace motley {

Checkpoint checkpointOf(std::int64_t step, const TrainingState &state, const JobSpec &job, const PerEpoch &steps,
    const std::vector<StatePart> &others, std::vector<SideFile> files)
{
    const std::string &frozen = state.frozenHash();
    const CheckpointState progress{step, steps.later(), positionOf(step + 1, steps).epoch - 1, state.progress.tests,
        job, state.task.trainingSet().size(), frozen.empty() ? std::nullopt : std::optional(frozen)};
    files.push_back({"config.json", state.task.modelConfig()});
    std::erase_if(files, [](const SideFile &file) { return !describesModel(file.name); });
    return {progress, trainedStateDict(state.task.model()), joined(others), std::move(files)};
}

} // namespace motley
