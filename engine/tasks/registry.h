// The tasks that this engine can train, by the name that a job calls them.
#pragma once

#include "engine/protocol/jobspec.h"
#include "engine/protocol/result.h"
#include "engine/tasks/task.h"

#include <memory>
#include <string>
#include <vector>

namespace motley {

using OpenedTask = Result<std::unique_ptr<Task>>;

struct TaskEntry {
    std::string name;
    std::string description; // one sentence
    OpenedTask (*open)(const JobSpec &job)
        = nullptr; // reads the data; fresh parameters from the job's seed, on the CPU
    // The stored model with the test set of a data folder; its training set is empty.
    OpenedTask (*reopen)(const std::string &modelFolder, const std::string &dataFolder) = nullptr;
};

const std::vector<TaskEntry> &taskRegistry();

OpenedTask openTask(const JobSpec &job); // by job.task; the Error lists the known names
OpenedTask reopenTask(const std::string &modelFolder, const std::string &dataFolder);

} // namespace motley
