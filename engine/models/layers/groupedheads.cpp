#include "engine/models/layers/groupedheads.h"

#include <torch/types.h>

namespace motley {

namespace {

at::Tensor repeated(const at::Tensor &x, std::int64_t times)
{
    const std::vector<std::int64_t> sizes{x.size(0), x.size(1), times, x.size(2), x.size(3)};
    return x.unsqueeze(2).expand(sizes).flatten(1, 2);
}

} // namespace

// The kernel of CUDA that takes a mask without keeping the scores wants a key for each head. Where heads share keys,
// torch would compose the attention of products instead, with several tensors of all scores; the repeated keys are
// small beside these. A processor's kernel takes both.
at::Tensor maskedAttention(const at::Tensor &query, const at::Tensor &key, const at::Tensor &value,
    const at::Tensor &mask, std::optional<double> scale)
{
    const std::int64_t times = query.size(1) / key.size(1);
    const bool repeats = times > 1 && !query.is_cpu();
    return at::scaled_dot_product_attention(query, repeats ? repeated(key, times) : key,
        repeats ? repeated(value, times) : value, mask, /*dropout_p=*/0.0, /*is_causal=*/false, scale,
        /*enable_gqa=*/times > 1 && !repeats);
}

} // namespace motley
