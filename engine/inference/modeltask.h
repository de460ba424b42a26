// Reads which task a stored model was trained on, and in which precision.
#pragma once

#include "engine/base/result.h"
#include "engine/job/precisionspec.h"
#include "engine/job/tasks/taskspec.h"

#include <c10/core/Device.h>

#include <string>

namespace motley {

// The task's spec from the model folder's motley.json; a folder without one, of another program, counts as the task's
// default. Errors: no such folder; a model of another task (names the command to use it with).
template <typename Spec>
Result<Spec> specOfModel(const std::string &modelFolder);

// The precision for using a model: that of its training on a GPU, and float32 on a processor, as few processors have
// faster arithmetic for less.
PrecisionSpec precisionOfUse(const std::string &modelFolder, c10::Device device);

} // namespace motley
