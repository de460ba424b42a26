// Saves what a run has trained as a model: the folder with its weights, and what belongs to them.
#pragma once

#include "engine/tensorfiles/sidefile.h"
#include "engine/training/datadigests.h"
#include "engine/training/step/trainingstate.h"
#include "engine/training/worker.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

std::int64_t countParameters(const torch::nn::Module &model);

class ModelWriter {
public:
    // Context and state must live longer.
    ModelWriter(const WorkerContext &context, TrainingState &state, std::int64_t totalSteps)
        : m_context(context), m_state(state), m_totalSteps(totalSteps)
    {
    }

    // The files of the model beside its weights and config.json.
    std::vector<SideFile> files() const;
    // Writes the weights that are tested: averaged ones if the job has a moving average. `shares`: of the last step.
    Result<void> write(const std::string &folder, const std::vector<std::int64_t> &shares);
    // A full disk must not cost the work of the run. Tries again until the disk has room, and whoever gives that up
    // stops the run.
    Result<void> writeAtEnd(const std::vector<std::int64_t> &shares);

private:
    Result<void> writeBoth(const std::vector<std::int64_t> &shares);
    std::string card(const std::vector<std::int64_t> &shares);

    const WorkerContext &m_context;
    TrainingState &m_state;
    const std::int64_t m_totalSteps;
    std::optional<std::vector<DataDigest>> m_data; // nullopt: not read yet
};

} // namespace motley
