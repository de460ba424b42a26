// Synthetic data of the right shape, to measure the training speed of a task whose own data are missing.
#pragma once

#include "engine/base/result.h"
#include "engine/job/tasks/taskspec.h"

#include <string>

namespace motley {

// Small synthetic files, which are written to `folder` and named in the task. `folder` must exist. The model stays the
// same, and what the task needs for it (a BERT to start from, a script) is made if the task names none. Errors name the
// file.
template <typename Spec>
Result<void> makeUpData(TaskSpec &task, const std::string &folder);

} // namespace motley
