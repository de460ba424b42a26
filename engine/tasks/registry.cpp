#include "engine/tasks/registry.h"

#include "engine/tasks/bertpretraining.h"
#include "engine/tasks/entitylinking.h"
#include "engine/tasks/imageclassification.h"
#include "engine/tasks/languagemodel.h"
#include "engine/tasks/tokenclassification.h"
#include "engine/tasks/torchscript.h"
#include "engine/tasks/translation.h"
#include "engine/tasks/volumesegmentation.h"
#include "engine/tensorfiles/modelfolder.h"

#include <algorithm>
#include <cassert>

namespace motley {

const std::vector<TaskEntry> &taskRegistry()
{
    static const std::vector<TaskEntry> entries{imageClassification(), bertPretraining(), tokenClassification(),
        entityLinking(), translation(), languageModel(), volumeSegmentation(), torchScript()};
    return entries;
}

// Each task that a job can have is in the registry, which a test compares.
const TaskEntry &entryOf(const TaskSpec &task)
{
    const auto &entries = taskRegistry();
    const auto found = std::find_if(
        entries.begin(), entries.end(), [&](const TaskEntry &entry) { return entry.name == taskName(task); });
    assert(found != entries.end());
    return *found;
}

OpenedTask openTask(const JobSpec &job, const EarlierModel &earlier)
{
    return entryOf(job.task).open(job, earlier);
}

OpenedTask reopenTask(const std::string &modelFolder, const std::string &testData, const std::string &task)
{
    const auto spec = task.empty()
        ? readModelOrigin(modelFolder).map([](const ModelOrigin &origin) { return origin.task; })
        : defaultTask(task);
    if (!spec)
        return tl::unexpected(spec.error());
    return entryOf(*spec).reopen(modelFolder, *spec, testData);
}

} // namespace motley
