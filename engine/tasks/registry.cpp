#include "engine/tasks/registry.h"

#include "engine/models/modelfolder.h"
#include "engine/tasks/imageclassification.h"

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
    static const std::vector<TaskEntry> entries{imageClassification()};
    return entries;
}

OpenedTask openTask(const JobSpec &job)
{
    return findTask(job.task).and_then([&](const TaskEntry *entry) { return entry->open(job); });
}

OpenedTask reopenTask(const std::string &modelFolder, const std::string &dataFolder)
{
    return readModelConfig(modelFolder)
        .and_then([](const ModelConfig &config) { return findTask(config.task); })
        .and_then([&](const TaskEntry *entry) { return entry->reopen(modelFolder, dataFolder); });
}

} // namespace motley
