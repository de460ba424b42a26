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

namespace motley {

namespace {

Result<const TaskEntry *> findTask(const std::string &name)
{
    std::string known;
    for (const TaskEntry &entry : taskRegistry()) {
        if (entry.name == name)
            return &entry;
        known += (known.empty() ? "" : ", ") + entry.name;
    }
    return fail("This engine knows no task \"" + name + "\"; it knows " + known + ".");
}

} // namespace

const std::vector<TaskEntry> &taskRegistry()
{
    static const std::vector<TaskEntry> entries{imageClassification(), bertPretraining(), tokenClassification(),
        entityLinking(), translation(), languageModel(), volumeSegmentation(), torchScript()};
    return entries;
}

OpenedTask openTask(const JobSpec &job, const EarlierModel &earlier)
{
    return findTask(taskName(job.task)).and_then([&](const TaskEntry *entry) { return entry->open(job, earlier); });
}

OpenedTask reopenTask(const std::string &modelFolder, const std::string &testData, const std::string &task)
{
    auto spec = task.empty() ? readModelOrigin(modelFolder).map([](const ModelOrigin &origin) { return origin.task; })
                             : defaultTask(task);
    if (!spec)
        return tl::unexpected(spec.error());
    return findTask(taskName(*spec)).and_then([&](const TaskEntry *entry) {
        return entry->reopen(modelFolder, *spec, testData);
    });
}

} // namespace motley
