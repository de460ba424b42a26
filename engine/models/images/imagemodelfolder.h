// Reads a trained network that classifies images from its model folder.
#pragma once

#include "engine/formats/imagemodelconfig.h"
#include "engine/models/images/imagemodel.h"

#include <memory>
#include <string>

namespace motley {

struct StoredImageModel {
    ImageModelConfig config;
    std::shared_ptr<ImageModel> model;
};
Result<StoredImageModel> readImageModelFolder(const std::string &folder); // errors name the file

} // namespace motley
