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
    std::int64_t begin = 0; // range of the elements of `whole`, flattened
    std::int64_t end = 0;
    at::Tensor values; // `whole`, or a flat view of its range, which may have a gradient of its own

    bool isWhole() const { return end - begin == whole.numel(); }
    at::Tensor cut(const at::Tensor &likeWhole) const; // the same range of a contiguous tensor of the same size, flat
};

// The slices of the parameters inside the range. Parameters must be contiguous.
std::vector<ParameterSlice> slicesOf(const NamedTensors &parameters, NumberRange range);

// The same slices in their order, cut so that each list of them has at most so many bytes, and numbers of one type.
std::vector<std::vector<ParameterSlice>> chunksOf(const std::vector<ParameterSlice> &slices, std::int64_t bytes);

} // namespace motley
