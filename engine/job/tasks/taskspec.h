// The task of a job: one alternative for each kind of task. Its fields stand in a job under "model" and "data".
#pragma once

#include "engine/base/result.h"
#include "engine/job/tasks/bertspec.h"
#include "engine/job/tasks/entitylinkingspec.h"
#include "engine/job/tasks/imagespec.h"
#include "engine/job/tasks/languagemodelspec.h"
#include "engine/job/tasks/taggingspec.h"
#include "engine/job/tasks/torchscriptspec.h"
#include "engine/job/tasks/translationspec.h"
#include "engine/job/tasks/volumespec.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace motley {

using TaskSpec = std::variant<ImageSpec, BertSpec, TaggingSpec, EntityLinkingSpec, TranslationSpec, LanguageModelSpec,
    VolumeSpec, TorchScriptSpec>;

std::string taskName(const TaskSpec &task);
Result<TaskSpec> defaultTask(std::string_view name);

// Checks every field. Errors name the field.
enum class Completeness { Whole, Draft }; // a draft may lack needed paths and texts
Result<void> validate(const TaskSpec &task, Completeness completeness = Completeness::Whole);

// A path of a task and the field that it stands in, such as "data.folder".
struct TaskPath {
    std::string field;
    DataPath *path;
};
std::vector<TaskPath> pathsOf(TaskSpec &task);

// The task with all paths empty, so that tasks can be compared wherever their data lie.
TaskSpec withoutPaths(TaskSpec task);

} // namespace motley
