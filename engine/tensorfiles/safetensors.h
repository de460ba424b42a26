// Tensors in a file that other programs read too: https://github.com/huggingface/safetensors
#pragma once

#include "engine/tensorfiles/namedtensors.h"

#include <string_view>

namespace motley {

// The tensors may be on any device and of float64, float32, float16, bfloat16, whole numbers of 8 to 64 bits, unsigned
// bytes or bool. The file is synced to the disk before this returns.
Result<void> writeSafetensors(const std::string &path, const NamedTensors &tensors);
std::int64_t safetensorsBytes(const NamedTensors &tensors); // size of the file that writeSafetensors() would write

// Every size is checked before memory is claimed for it. Errors name the file.
Result<NamedTensors> readSafetensors(const std::string &path);
Result<NamedTensors> parseSafetensors(std::string_view bytes); // a whole file; the tensors are copies

} // namespace motley
