// What bitsandbytes says of weights in 4 bits: in a model's config.json, and beside each of them in its file.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace motley {

constexpr std::size_t longestQuantState = 4096; // bytes

struct QuantState { // of an NF4 weight
    enum class Type { Float32, Float16, BFloat16 };
    std::int64_t outputs = 0;
    std::int64_t inputs = 0;
    Type type = Type::Float32; // of the numbers that it stands for
    std::int64_t block = 64; // numbers that share a scale, a power of two from 32 to 4096
    std::int64_t nestedBlock = 256; // scales that share one
    std::optional<double> nestedOffset{}; // nullopt: scales are not quantised themselves

    bool operator==(const QuantState &) const = default;
};

// The bytes of a tensor "...weight.quant_state.bitsandbytes__nf4". Errors: other kinds, and sizes out of range.
Result<QuantState> parseQuantState(std::string_view json);

} // namespace motley
