// Scaled dot-product attention of many heads (Vaswani et al. 2017), for every Transformer here.
#pragma once

#include "engine/models/layers/keyeddropout.h"

#include <ATen/core/Tensor.h>

namespace motley {

struct AttentionInputs {
    at::Tensor query; // [samples, tokens, heads * size]
    at::Tensor key; // [samples, other tokens, heads * size]
    at::Tensor value; // likewise
    std::int64_t heads = 1;
    at::Tensor bias; // added to the scores, broadcast over [samples, heads, tokens, other tokens]; may be undefined
    bool causal = false; // a token sees itself and those before it, the last of both being one; not with a bias
};

struct AttentionDropout {
    Dropout dropout;
    double p = 0;
    std::uint64_t layer = 0; // see keyeddropout.h
    std::int64_t widest = 0; // tokens of the longest sample there can be
};

at::Tensor attention(const AttentionInputs &inputs, const AttentionDropout &dropped); // [samples, tokens, heads * size]

} // namespace motley
