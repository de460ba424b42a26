// config.json of an image model's folder: all that is needed besides model.safetensors to use the model.
#pragma once

#include "engine/base/result.h"
#include "engine/job/jobspec.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct ImageModelConfig {
    static constexpr int currentVersion = 1;

    ImageModelSpec model;
    std::int64_t channels = 1; // of the images
    std::int64_t height = 28;
    std::int64_t width = 28;
    std::int64_t classes = 10;
    std::vector<std::string> classNames{}; // by class index, of pictures in folders; empty for IDX files
    double pixelMean = 0; // inputs are (pixel / 255 - mean) / deviation
    double pixelDeviation = 1;

    bool operator==(const ImageModelConfig &) const = default;
};

std::string toJson(const ImageModelConfig &config); // indented, ends with a newline
Result<ImageModelConfig> parseImageModelConfig(std::string_view json);

} // namespace motley
