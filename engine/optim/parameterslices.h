// Parts of a model's parameters, laid end to end in their order.
#pragma once

#include "engine/tensorfiles/namedtensors.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

struct NumberRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

struct ParameterSlice {
    std::string name;
    at::Tensor whole;
    std::int64_t begin = 0; // numbers of the whole
    std::int64_t end = 0;
    at::Tensor values; // the whole, or a tensor over those numbers, flat, which may have a gradient of its own

    bool isWhole() const { return end - begin == whole.numel(); }
    at::Tensor cut(const at::Tensor &likeWhole) const; // the part of a contiguous tensor as large, flat
};

// Those that have numbers in the range. Parameters must be contiguous.
std::vector<ParameterSlice> slicesOf(const NamedTensors &parameters, NumberRange range);

} // namespace motley
