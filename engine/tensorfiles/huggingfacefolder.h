// A model folder as Hugging Face's programs write it.
#pragma once

#include "engine/tensorfiles/namedtensors.h"

#include <functional>
#include <string>
#include <vector>

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

// A tensor of a folder that is read when it is asked for.
struct StoredTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    at::ScalarType type;
    std::function<at::Tensor()> read;
};

struct StoredTensors {
    std::vector<StoredTensor> tensors;
    std::string file; // as in FolderTensors
};

// The same tensors, without holding more of them in memory than are asked for; of files that are not safetensors, all.
Result<StoredTensors> openFolderTensors(const std::string &folder);

} // namespace motley
