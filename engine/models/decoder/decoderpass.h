// What all layers of one pass through a decoder share: where the tokens stand and what they see.
#pragma once

#include "engine/models/decoder/rotary.h"
#include "engine/models/layers/blockattention.h"
#include "engine/models/layers/keyeddropout.h"
#include "engine/models/layers/keyvaluecache.h"

#include <map>
#include <vector>

namespace motley {

struct Sight { // of the tokens, for a layer's window
    at::Tensor mask; // bool, broadcast over [samples, heads, tokens, keys]: what a token sees; undefined: all, or
    bool causal = false; // all that are not later
    std::shared_ptr<const BlockSight> blocks{}; // in place of both, where rows are long; null: they are not
};

struct DecoderPass {
    at::Tensor positions; // int64 [samples or 1, tokens], each in its text
    at::Tensor segments; // Texts::numbers; undefined: a row is one text
    std::vector<RotaryAngles> angles; // of DecoderConfig::rotary
    std::map<std::int64_t, Sight> sights; // by window
    Dropout dropout; // of adapters; a decoder itself has none
    std::vector<KeyValue> keyValues; // by layer, of those whose keys others use
};

struct Texts { // int64 [samples, tokens]
    at::Tensor numbers; // of the texts, ascending from 1 in each row
    at::Tensor positions; // of the tokens in their texts
};
Texts textsOf(const at::Tensor &segments); // each run of equal numbers is a text
at::Tensor lengthsOf(const Texts &texts); // int64 [samples, tokens]: for each token how many its text has

// `before`: tokens in the caches; `window`: see DecoderLayerConfig.
Sight sightOf(const at::Tensor &positions, const at::Tensor &segments, std::int64_t before, std::int64_t window);

} // namespace motley
