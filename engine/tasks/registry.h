// The tasks that this engine can train, by their names in jobs.
#pragma once

#include "engine/base/result.h"
#include "engine/job/jobspec.h"
#include "engine/tasks/earlier/earliermodel.h"
#include "engine/tasks/task.h"

#include <memory>
#include <string>
#include <vector>

namespace motley {

using OpenedTask = Result<std::unique_ptr<Task>>;

struct ModelUse { // how a trained model is used, for its card
    std::string command; // of motley-engine: "translate"
    std::string arguments; // with them: "FOLDER text.txt"
    std::string pipeline{}; // of transformers; empty, as `code`: no library of Python has such a model
    std::string code{};
    std::string library = "transformers"; // of the code
};

struct TaskEntry {
    std::string name;
    std::string description; // one sentence
    std::string testData; // what `evaluate` needs to test a model, in words
    // Reads the data and makes the model with parameters initialised from the job's seed, on the CPU. The tokenizer,
    // the tags and the classes are those of the earlier model, whose weights the run begins with; errors name what the
    // data have beyond it.
    OpenedTask (*open)(const JobSpec &job, const EarlierModel &earlier) = nullptr;
    // Opens a stored model with the test set in a file or folder; its training set is empty. `spec`: the task that it
    // was trained on.
    OpenedTask (*reopen)(const std::string &modelFolder, const TaskSpec &spec, const std::string &testData) = nullptr;
    ModelUse (*use)(const TaskSpec &spec) = nullptr; // of a model that was trained on it
    // Words or parts of words in a batch, without padding; nullptr: samples are no text.
    double (*tokens)(const Batch &batch) = nullptr;
    Result<void> (*makeUpData)(TaskSpec &spec, const std::string &folder) = nullptr; // see madeup/madeupdata.h
};

const std::vector<TaskEntry> &taskRegistry();
const TaskEntry &entryOf(const TaskSpec &task);

// Opens the task of a job. Errors: those of its open().
OpenedTask openTask(const JobSpec &job, const EarlierModel &earlier = {});
// Opens a stored model to test it. `task`: the name of its task, for a model of another program; empty: the task in the
// model folder's motley.json.
OpenedTask reopenTask(const std::string &modelFolder, const std::string &testData, const std::string &task = {});

} // namespace motley
