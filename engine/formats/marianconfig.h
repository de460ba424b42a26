// config.json of a translation model, as Hugging Face's transformers writes it for MarianMTModel, which is the same
// network.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace motley {

struct MarianConfig {
    enum class Activation { Relu, Gelu, Silu };

    std::int64_t vocabulary = 32000; // tokens of both languages together
    std::int64_t size = 512; // numbers in a token's vector
    std::int64_t encoderLayers = 6;
    std::int64_t encoderHeads = 8; // divides size
    std::int64_t encoderInner = 2048;
    std::int64_t decoderLayers = 6;
    std::int64_t decoderHeads = 8; // divides size
    std::int64_t decoderInner = 2048;
    std::int64_t positions = 1024; // most tokens of a sentence
    std::int64_t padId = 0;
    std::int64_t endId = 1;
    std::int64_t startId = 1; // first input of the decoder; fairseq uses the end token
    Activation activation = Activation::Relu;
    double dropout = 0.1;
    double attentionDropout = 0;
    double activationDropout = 0; // between the two linear layers of a feed-forward block

    bool operator==(const MarianConfig &) const = default;
};

// "base" and "big" of Vaswani et al. 2017, table 3; "big" with the dropout of their English to German model.
MarianConfig baseTransformer(std::int64_t vocabulary);
MarianConfig bigTransformer(std::int64_t vocabulary);

std::string toJson(const MarianConfig &config); // as transformers reads it; indented, ends with a newline

// Ignores keys that are not needed. Errors: what this program would compute differently, such as another kind of model
// or embeddings that are not shared or not scaled.
Result<MarianConfig> parseMarianConfig(std::string_view json);

} // namespace motley
