// A model folder as Hugging Face's programs write it.
#pragma once

#include "engine/tensorfiles/namedtensors.h"

#include <string>

namespace motley {

struct HuggingFaceFolder {
    std::string config; // the text of config.json
    std::string configFile;
    NamedTensors tensors; // under the names in the file
    std::string tensorFile;
};

// Reads config.json and model.safetensors, or pytorch_model.bin. Errors name the file.
Result<HuggingFaceFolder> readHuggingFaceFolder(const std::string &folder);

} // namespace motley
