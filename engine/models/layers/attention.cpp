#include "engine/models/layers/attention.h"

#include <torch/types.h>

#include <cmath>
#include <limits>
#include <vector>

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

// The scaled scores plus the bias, [samples, heads, tokens, other tokens].
at::Tensor scoresOf(const at::Tensor &query, const at::Tensor &key, const at::Tensor &bias)
{
    const at::Tensor from = query.flatten(0, 1);
    const at::Tensor to = key.flatten(0, 1).transpose(1, 2);
    const double scale = 1 / std::sqrt(double(query.size(3)));
    const std::vector<std::int64_t> sizes{query.size(0), query.size(1), query.size(2), key.size(2)};
    if (bias.defined() && bias.dim() == 2)
        return at::baddbmm(bias, from, to, /*beta=*/1, scale).view(sizes);
    const at::Tensor products = at::baddbmm(at::empty({1, 1, 1}, from.options()), from, to, /*beta=*/0, scale);
    const at::Tensor scores = at::_unsafe_view(products, sizes); // no view to autograd, so adding to it copies nothing
    return bias.defined() ? scores.add_(bias) : scores;
}

// _softmax() and not softmax(), of which autocast would make float32: in 16 bits these are the largest tensors of a
// model, and sums are float32 within it in any case.
at::Tensor attentionWithDropout(const at::Tensor &query, const at::Tensor &key, const at::Tensor &value,
    const at::Tensor &bias, const AttentionDropout &dropped)
{
    const at::Tensor shares = at::_softmax(scoresOf(query, key, bias), -1, /*half_to_float=*/false);
    // `widest` makes the dropout mask of a token pair independent of the longest sample in this batch.
    const at::Tensor kept
        = dropped.dropout(shares, dropped.p, dropped.layer, {query.size(1), dropped.widest, dropped.widest});
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
