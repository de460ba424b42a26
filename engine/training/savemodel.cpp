// What Trainer saves as a model: the folder with its weights, and what belongs to them.
#include "engine/training/trainer.h"

#include "engine/formats/modelorigin.h"
#include "engine/tasks/task.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/tensorfiles/safetensors.h"

#include <torch/types.h>

namespace motley {

// Where the model has averaged weights, the weights that training would go on with are saved beside them.
Result<void> Trainer::saveModel()
{
    if (!isRankZero())
        return {};
    reportEmptySteps();
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Saving);
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
