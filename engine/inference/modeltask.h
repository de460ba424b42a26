// What a stored model was trained for, asked before it is used.
#pragma once

#include "engine/base/result.h"
#include "engine/job/tasks/taskspec.h"

#include <string>

namespace motley {

// How the model was trained, from motley.json; a folder without one, of another program, counts as the task's default.
// A model of another task is an Error that names the command for it.
template <typename Spec>
Result<Spec> specOfModel(const std::string &modelFolder);

} // namespace motley
