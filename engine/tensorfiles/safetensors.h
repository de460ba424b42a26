// Tensors in a file that other programs read too: https://github.com/huggingface/safetensors
#pragma once

#include "engine/tensorfiles/namedtensors.h"

#include <string_view>

namespace motley {

// Of any device; float64, float32, float16, bfloat16, whole numbers of 8 to 64 bits, unsigned bytes and bool. Written
// through to the disk before it returns.
Result<void> writeSafetensors(const std::string &path, const NamedTensors &tensors);
std::int64_t safetensorsBytes(const NamedTensors &tensors); // size of that file

// Every size is checked before memory is claimed for it. Errors name the file.
Result<NamedTensors> readSafetensors(const std::string &path);
Result<NamedTensors> parseSafetensors(std::string_view bytes); // a whole file; the tensors are copies

} // namespace motley
