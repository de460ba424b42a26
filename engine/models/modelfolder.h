// A trained model as files: model.safetensors and config.json.
#pragma once

#include "engine/models/imagemodel.h"

#include <string>

namespace motley {

// Appears complete or not at all.
Result<void> writeModelFolder(const std::string &folder, const torch::nn::Module &model, const std::string &configJson);

Result<ModelConfig> readModelConfig(const std::string &folder);

struct StoredModel {
    ModelConfig config;
    std::shared_ptr<ImageModel> model;
};
Result<StoredModel> readModelFolder(const std::string &folder); // errors name the file

} // namespace motley
