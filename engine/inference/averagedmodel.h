// A model whose parameters are the mean of several checkpoints of one run.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <vector>

namespace motley {

struct AverageRequest {
    std::vector<std::string> checkpoints; // folders with a model.safetensors, or such files
    std::string modelFolder; // whose other files are copied; empty: the first checkpoint, or the model of its run
    std::string folder; // to be made; appears complete or not at all
};

// Errors name the file that is missing or belongs to another model.
Result<void> writeAveragedModel(const AverageRequest &request);

} // namespace motley
