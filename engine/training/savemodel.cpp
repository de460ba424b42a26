// What Trainer saves as a model: the folder with its weights, and what belongs to them.
#include "engine/training/trainer.h"

#include "engine/formats/modelorigin.h"
#include "engine/tasks/task.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/tensorfiles/safetensors.h"

#include <torch/types.h>

#include <chrono>
#include <optional>
#include <thread>
#include <utility>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto retryInterval = std::chrono::seconds(1);
constexpr auto stopLimit = std::chrono::seconds(30); // for a disk to get room after a stop was asked for

} // namespace

// A full disk must not cost the work of the run. Tries again until the disk has room, and whoever gives that up stops
// the run.
Result<void> Trainer::saveModel()
{
    if (!isRankZero())
        return {};
    reportEmptySteps();
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Saving);
    const auto isStopping = [&] { return m_context.stopRequested && m_context.stopRequested->load(); };
    std::optional<Clock::time_point> stopping;
    for (bool isSaid = false;;) {
        const auto saved = writeWeights();
        if (isStopping() && !stopping)
            stopping = Clock::now();
        if (saved || (stopping && Clock::now() - *stopping >= stopLimit))
            return saved;
        if (!std::exchange(isSaid, true))
            warn("The model could not be saved. " + saved.error().message
                + " This is tried again until it can; to end the run without it, stop it.");
        std::this_thread::sleep_for(retryInterval);
        m_context.activity->advance();
    }
}

// Where the model has averaged weights, the weights that training would go on with are saved beside them.
Result<void> Trainer::writeWeights()
{
    const std::string folder = m_context.folder.model();
    const auto saved = writeModel(folder);
    if (!saved || m_job.optimizer.averageDecay == 0)
        return saved;
    return writeSafetensors(folder + "/unaveraged.safetensors", stateDict(m_task.model()));
}

// The files of the model beside its weights and config.json.
std::vector<SideFile> Trainer::filesOfModel() const
{
    std::vector<SideFile> files = m_task.modelFiles();
    files.push_back({"motley.json", toJson(ModelOrigin{withoutPaths(m_job.task), m_job.precision})});
    return files;
}

Result<void> Trainer::writeModel(const std::string &folder)
{
    std::vector<SideFile> files = filesOfModel();
    files.push_back({"README.md", toMarkdown(modelCard())});
    m_step->swapAverage();
    const auto saved = writeModelFolder(folder, m_task.model(), m_task.modelConfig(), files);
    m_step->swapAverage();
    return saved;
}

} // namespace motley
