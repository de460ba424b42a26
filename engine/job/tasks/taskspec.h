// What is trained, on what: one alternative for each task. Their fields stand in a job under "model" and "data".
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

// What each field may be; the Error names the field.
enum class Completeness { Whole, Draft }; // a draft may lack a path or a text that is needed
Result<void> validate(const TaskSpec &task, Completeness completeness = Completeness::Whole);

// Every path of a task by its field, such as "data.folder".
struct TaskPath {
    std::string field;
    DataPath *path;
};
std::vector<TaskPath> pathsOf(TaskSpec &task);

// The same task without any path: what is trained, wherever its data lie.
TaskSpec withoutPaths(TaskSpec task);

} // namespace motley
