// Weights that claim no memory before a file's are put in their place, so that a configuration can state any size.
#pragma once

#include <ATen/ATen.h>

#include <vector>

namespace motley {

inline at::Tensor placeholder(const std::vector<std::int64_t> &sizes) // of float32; one number stands for all
{
    return at::empty_strided(sizes, std::vector<std::int64_t>(sizes.size(), 0), at::kFloat);
}

} // namespace motley
