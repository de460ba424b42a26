// Multi-head scaled dot-product attention (Vaswani et al. 2017), used by all Transformers here.
#pragma once

#include "engine/models/layers/keyeddropout.h"

#include <ATen/core/Tensor.h>

namespace motley {

struct AttentionInputs {
    at::Tensor query; // [samples, tokens, heads * size]
    at::Tensor key; // [samples, other tokens, heads * size]
    at::Tensor value; // [samples, other tokens, heads * size]
    std::int64_t heads = 1;
    at::Tensor bias; // added to the scores, broadcast over [samples, heads, tokens, other tokens]; may be undefined
    bool causal = false; // a token sees no later ones; the last query belongs to the last key; not with a bias
};

struct AttentionDropout {
    Dropout dropout;
    double p = 0;
    std::uint64_t layer = 0; // see keyeddropout.h
    std::int64_t widest = 0; // most tokens of any sample, see keyedDropout()
};

at::Tensor attention(const AttentionInputs &inputs, const AttentionDropout &dropped); // [samples, tokens, heads * size]

} // namespace motley
