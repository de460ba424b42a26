// A trained model as files: model.safetensors, config.json, and motley.json, which says how it was made.
#pragma once

#include "engine/formats/modelorigin.h"
#include "engine/tensorfiles/namedtensors.h"
#include "engine/tensorfiles/sidefile.h"

#include <torch/nn/module.h>

#include <string>
#include <vector>

namespace motley {

// The folder appears complete or not at all.
Result<void> writeModelFolder(const std::string &folder, const torch::nn::Module &model, const std::string &configJson,
    const std::vector<SideFile> &others = {});
Result<void> writeModelFolder(const std::string &folder, const NamedTensors &tensors, const std::string &configJson,
    const std::vector<SideFile> &others = {});

Result<ModelOrigin> readModelOrigin(const std::string &folder);
// What the model was trained and tested in: float32, where the folder has no motley.json or that does not say.
Result<PrecisionSpec> precisionOfModel(const std::string &folder);

} // namespace motley
