// The mean of several checkpoints of a run, which is often better than each of them.
#pragma once

#include "engine/tensorfiles/namedtensors.h"

namespace motley {

// Averages safetensors files with the same names, shapes and types. Integer tensors are those of the last file. Holds
// one file and the sum at a time. Errors name the file.
Result<NamedTensors> averageTensors(const std::vector<std::string> &paths);

} // namespace motley
