// A trained model as files: model.safetensors, config.json, and motley.json, which says how it was made.
#pragma once

#include "engine/models/folderfile.h"
#include "engine/models/imagemodel.h"
#include "engine/protocol/modelorigin.h"

#include <string>
#include <vector>

namespace motley {

// Appears complete or not at all.
Result<void> writeModelFolder(const std::string &folder, const torch::nn::Module &model, const std::string &configJson,
    const std::vector<FolderFile> &others = {});

Result<ModelOrigin> readModelOrigin(const std::string &folder);

struct StoredImageModel {
    ModelConfig config;
    std::shared_ptr<ImageModel> model;
};
Result<StoredImageModel> readImageModelFolder(const std::string &folder); // errors name the file

} // namespace motley
