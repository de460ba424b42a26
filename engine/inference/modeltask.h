// Reads which task a stored model was trained on.
#pragma once

#include "engine/base/result.h"
#include "engine/job/tasks/taskspec.h"

#include <string>

namespace motley {

// The task's spec from the model folder's motley.json; a folder without one, of another program, counts as the task's
// default. Errors: no such folder; a model of another task (names the command to use it with).
template <typename Spec>
Result<Spec> specOfModel(const std::string &modelFolder);

} // namespace motley
