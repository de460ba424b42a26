// Attention where several heads share a key and a value (Ainslie et al. 2023).
#pragma once

#include <ATen/core/Tensor.h>

#include <optional>

namespace motley {

// query: [samples, heads, tokens, size], key and value: [samples, key heads, keys, size], where the heads are a
// multiple of the key heads; `mask`: as of scaled_dot_product_attention() -> [samples, heads, tokens, size]. `scale`:
// of the scores; nullopt: 1 / sqrt(size).
at::Tensor maskedAttention(const at::Tensor &query, const at::Tensor &key, const at::Tensor &value,
    const at::Tensor &mask, std::optional<double> scale);

} // namespace motley
