#include "engine/models/layers/attention.h"

#include <torch/types.h>

#include <cmath>
#include <limits>

namespace motley {

namespace {

at::Tensor perHead(const at::Tensor &x, std::int64_t heads) // -> [samples, heads, tokens, size]
{
    return x.view({x.size(0), x.size(1), heads, x.size(2) / heads}).transpose(1, 2);
}

at::Tensor causalBias(const at::Tensor &query, const at::Tensor &key)
{
    const double hidden = -std::numeric_limits<double>::infinity();
    return at::full({query.size(2), key.size(2)}, hidden, query.options()).triu_(1 + key.size(2) - query.size(2));
}

// The scaled scores plus the bias, [samples * heads, tokens, other tokens], computed within the matrix product.
at::Tensor scoresOf(const at::Tensor &query, const at::Tensor &key, const at::Tensor &bias)
{
    const at::Tensor from = query.flatten(0, 1);
    const at::Tensor to = key.flatten(0, 1).transpose(1, 2);
    const double scale = 1 / std::sqrt(double(query.size(3)));
    if (!bias.defined())
        return at::baddbmm(at::empty({1, 1, 1}, from.options()), from, to, /*beta=*/0, scale);
    if (bias.dim() == 2)
        return at::baddbmm(bias, from, to, /*beta=*/1, scale);
    const at::Tensor ofEach = bias.expand({query.size(0), query.size(1), bias.size(2), bias.size(3)}).flatten(0, 1);
    return at::baddbmm(ofEach, from, to, /*beta=*/1, scale);
}

at::Tensor attentionWithDropout(const at::Tensor &query, const at::Tensor &key, const at::Tensor &value,
    const at::Tensor &bias, const AttentionDropout &dropped)
{
    const at::Tensor shares = scoresOf(query, key, bias).softmax(-1);
    // `widest` makes the dropout mask of a token pair independent of the longest sample in this batch.
    const at::Tensor kept = dropped.dropout(shares.view({query.size(0), query.size(1), query.size(2), key.size(2)}),
        dropped.p, dropped.layer, {query.size(1), dropped.widest, dropped.widest});
    return at::bmm(kept.flatten(0, 1), value.flatten(0, 1)).view(query.sizes());
}

} // namespace

at::Tensor attention(const AttentionInputs &inputs, const AttentionDropout &dropped)
{
    const at::Tensor query = perHead(inputs.query, inputs.heads);
    const at::Tensor key = perHead(inputs.key, inputs.heads);
    const at::Tensor value = perHead(inputs.value, inputs.heads);
    at::Tensor bias = inputs.bias.defined() ? inputs.bias.to(query.scalar_type()) : at::Tensor();
    // A single token attends to all. ATen's causal attention aligns the first query with the first key, so it is used
    // only if there are as many queries as keys.
    const bool looksAhead = inputs.causal && query.size(2) > 1;
    const bool drops = dropped.dropout.keys.defined() && dropped.p > 0;
    if (looksAhead && (drops || query.size(2) != key.size(2)))
        bias = causalBias(query, key);
    const at::Tensor context = drops
        ? attentionWithDropout(query, key, value, bias, dropped)
        : at::scaled_dot_product_attention(
            query, key, value, bias.defined() ? std::optional(bias) : std::nullopt, 0.0, looksAhead && !bias.defined());
    return context.transpose(1, 2).reshape(inputs.query.sizes());
}

} // namespace motley
