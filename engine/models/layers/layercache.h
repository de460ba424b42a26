// What one layer of a causal language model remembers of the tokens before those that it is given.
#pragma once

#include "engine/models/layers/keyvaluecache.h"

#include <vector>

namespace motley {

struct RecurrentState { // of a layer that has no keys and values
    at::Tensor inputs; // [samples, channels, tokens]: the last ones of its convolution; undefined: none yet
    at::Tensor memory; // [samples, heads, key size, value size]
    std::int64_t tokens = 0; // that it has seen
};

struct LayerCache {
    KeyValueCache attention{};
    RecurrentState recurrent{};

    std::int64_t tokens() const { return attention.tokens() + recurrent.tokens; }

    void select(const at::Tensor &rows); // as KeyValueCache::select()
};
using LayerCaches = std::vector<LayerCache>;

} // namespace motley
