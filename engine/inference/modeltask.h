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

// What a model computes in when it is used: on a GPU as it was trained; on a processor, of which few have arithmetic
// for less, in float32.
PrecisionSpec precisionOfUse(const std::string &modelFolder, c10::Device device);

} // namespace motley
