// The tasks that this engine can train, by the name that a job calls them.
#pragma once

#include "engine/base/result.h"
#include "engine/job/jobspec.h"
#include "engine/tasks/task.h"

#include <memory>
#include <string>
#include <vector>

namespace motley {

using OpenedTask = Result<std::unique_ptr<Task>>;

struct TaskEntry {
    std::string name;
    std::string description; // one sentence
    std::string testData; // what `evaluate` is given to test a model on
    // Reads the data; fresh parameters from the job's seed, on the CPU.
    OpenedTask (*open)(const JobSpec &job) = nullptr;
    // The stored model with the test set in a file or folder; its training set is empty. `spec` is how it was trained.
    OpenedTask (*reopen)(const std::string &modelFolder, const TaskSpec &spec, const std::string &testData) = nullptr;
};

const std::vector<TaskEntry> &taskRegistry();

OpenedTask openTask(const JobSpec &job);
// `task`: its name, for a model that was not trained here; empty: motley.json in the model's folder tells.
OpenedTask reopenTask(const std::string &modelFolder, const std::string &testData, const std::string &task = {});

} // namespace motley
