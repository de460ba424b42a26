// The contents of a data set as plain numbers.
#pragma once

#include "engine/data/dataset.h"

#include <ATen/ATen.h>

#include <numeric>
#include <vector>

namespace motley {

inline std::vector<std::int64_t> numbersOf(const at::Tensor &tensor)
{
    const at::Tensor flat = tensor.contiguous();
    return {flat.data_ptr<std::int64_t>(), flat.data_ptr<std::int64_t>() + flat.numel()};
}

inline std::vector<std::int64_t> allIds(const Dataset &rows)
{
    std::vector<std::int64_t> ids(std::size_t(rows.size()));
    std::iota(ids.begin(), ids.end(), 0);
    return ids;
}

} // namespace motley
