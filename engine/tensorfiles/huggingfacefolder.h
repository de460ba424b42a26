// A model folder as Hugging Face's programs write it.
#pragma once

#include "engine/tensorfiles/namedtensors.h"

#include <string>

namespace motley {

struct FolderTensors {
    NamedTensors tensors; // under the names in the file
    std::string file; // that was read; of several files, their index
};

// Reads model.safetensors, else the files that model.safetensors.index.json names, else pytorch_model.bin or those of
// pytorch_model.bin.index.json. Errors name the file.
Result<FolderTensors> readFolderTensors(const std::string &folder);

struct HuggingFaceFolder {
    std::string config; // the text of config.json
    std::string configFile;
    NamedTensors tensors;
    std::string tensorFile;
};

// Reads config.json and the tensors as readFolderTensors(). Errors name the file.
Result<HuggingFaceFolder> readHuggingFaceFolder(const std::string &folder);

} // namespace motley
