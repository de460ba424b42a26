// Tensors in a file that other programs read too: https://github.com/huggingface/safetensors
#pragma once

#include "engine/models/namedtensors.h"

namespace motley {

// float32, float64 and int64 tensors of any device. Written through to the disk before it returns.
Result<void> writeSafetensors(const std::string &path, const NamedTensors &tensors);
std::int64_t safetensorsBytes(const NamedTensors &tensors); // size of that file

// Every size is checked before memory is claimed for it. Errors name the file.
Result<NamedTensors> readSafetensors(const std::string &path);

} // namespace motley
