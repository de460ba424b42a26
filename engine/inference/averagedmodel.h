// Averages the parameters of several checkpoints of one run.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <vector>

namespace motley {

struct AverageRequest {
    std::vector<std::string> checkpoints; // folders with a model.safetensors, or such files
    std::string modelFolder; // its other files are copied; empty: the first checkpoint, or the model of its run
    std::string folder; // of the result; must not exist; appears complete or not at all
};

// Writes the averaged model. Errors name the file that is missing or belongs to another model.
Result<void> writeAveragedModel(const AverageRequest &request);

} // namespace motley
