// model.safetensors.index.json or pytorch_model.bin.index.json: which tensors of a model lie in which of its files, as
// Hugging Face's programs write it for models of several files.
#pragma once

#include "engine/base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

using ShardIndex = std::map<std::string, std::vector<std::string>>; // the tensors of each file, by its name

// Errors: what is no such index, more than 10,000 files, and names that are no plain names of files in the same folder.
Result<ShardIndex> parseShardIndex(std::string_view json);

} // namespace motley
