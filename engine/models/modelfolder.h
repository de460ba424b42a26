// A trained model as files: model.safetensors and config.json.
#pragma once

#include "engine/models/imagemodel.h"

#include <string>
#include <vector>

namespace motley {

struct FolderFile { // what belongs to a model beside its tensors, such as a vocabulary
    std::string name;
    std::string text;
};

// Appears complete or not at all.
Result<void> writeModelFolder(const std::string &folder, const torch::nn::Module &model, const std::string &configJson,
    const std::vector<FolderFile> &others = {});

Result<ModelConfig> readModelConfig(const std::string &folder);

struct StoredModel {
    ModelConfig config;
    std::shared_ptr<ImageModel> model;
};
Result<StoredModel> readModelFolder(const std::string &folder); // errors name the file

} // namespace motley
