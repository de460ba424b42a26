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
    std::int64_t begin = 0; // offset of the first byte, counted from the end of the header
    std::int64_t end = 0; // offset after the last byte

    bool operator==(const TensorEntry &) const = default;
};

std::int64_t bytesOf(TensorEntry::Type type); // bytes of one element

constexpr std::int64_t longestSafetensorsHeader = 100'000'000; // bytes, the limit of the safetensors library

// The JSON header, padded with spaces to a multiple of 8 bytes.
std::string toSafetensorsHeader(const std::vector<TensorEntry> &entries);

// The tensors of a file with `dataBytes` bytes after the header, sorted by offset. Errors: tensors that overlap or do
// not cover dataBytes exactly, and sizes that do not fit the shapes.
Result<std::vector<TensorEntry>> parseSafetensorsHeader(std::string_view json, std::int64_t dataBytes);

} // namespace motley
