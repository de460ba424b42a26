// The header of a safetensors file: which tensors it holds and where. The file is 8 bytes of header length (little
// endian), the header in JSON, and the tensors' bytes one after the other.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct TensorEntry {
    enum class Type { Float64, Float32, Float16, BFloat16, Int64, Int32, Int16, Int8, UInt8, Bool };
    std::string name;
    Type type = Type::Float32;
    std::vector<std::int64_t> shape;
    std::int64_t begin = 0; // offsets into the bytes after the header
    std::int64_t end = 0;

    bool operator==(const TensorEntry &) const = default;
};

std::int64_t bytesOf(TensorEntry::Type type); // of one element

constexpr std::int64_t longestSafetensorsHeader = 100'000'000; // bytes, as the format's own reader has it

// Padded with spaces to a multiple of 8.
std::string toSafetensorsHeader(const std::vector<TensorEntry> &entries);

// Refuses what does not cover dataBytes exactly and without overlap, and sizes that do not fit their shapes. Sorted by
// offset.
Result<std::vector<TensorEntry>> parseSafetensorsHeader(std::string_view json, std::int64_t dataBytes);

} // namespace motley
