// The head of a GGUF file, version 3: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md. The file is the head,
// padded, and the tensors' bytes, each padded too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace motley {

using GgufValue = std::variant<bool, std::uint32_t, float, std::string, std::vector<bool>, std::vector<std::int32_t>,
    std::vector<float>, std::vector<std::string>>;

struct GgufField {
    std::string key;
    GgufValue value;
};
using GgufFields = std::vector<GgufField>;

const GgufValue *findField(const GgufFields &fields, std::string_view key); // nullptr: it is not there

enum class GgufType : std::uint32_t { Float32 = 0, Float16 = 1, Q8_0 = 8, BFloat16 = 30 };

struct GgufTensor {
    std::string name;
    std::vector<std::int64_t> shape; // the dimension whose numbers lie side by side is the last, as in PyTorch
    GgufType type = GgufType::Float32;
};

// Q8_0: so many numbers of a row are stored together, as a scale in 16 bits and a byte for each.
constexpr std::int64_t q8BlockNumbers = 32;
constexpr std::int64_t q8BlockBytes = 34;

std::int64_t bytesOf(const GgufTensor &tensor); // without padding

constexpr std::int64_t ggufAlignment = 32; // bytes, where the file does not say another
std::int64_t ggufPadding(std::int64_t bytes); // after so many

std::string ggufHead(const GgufFields &fields, const std::vector<GgufTensor> &tensors); // padded

} // namespace motley
