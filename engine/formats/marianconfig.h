// config.json of a translation model, as Hugging Face's transformers write it for their MarianMTModel: the same
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
    std::int64_t size = 512; // of a token's vector
    std::int64_t encoderLayers = 6;
    std::int64_t encoderHeads = 8; // divides size
    std::int64_t encoderInner = 2048;
    std::int64_t decoderLayers = 6;
    std::int64_t decoderHeads = 8; // divides size
    std::int64_t decoderInner = 2048;
    std::int64_t positions = 1024; // tokens of the longest sentence
    std::int64_t padId = 0;
    std::int64_t endId = 1;
    std::int64_t startId = 1; // what the decoder is given first: fairseq takes the end of the sentence before
    Activation activation = Activation::Relu;
    double dropout = 0.1;
    double attentionDropout = 0;
    double activationDropout = 0; // between the two full layers

    bool operator==(const MarianConfig &) const = default;
};

// "base" and "big" of Vaswani et al. 2017, table 3; big with the dropout that they took for English to German.
MarianConfig baseTransformer(std::int64_t vocabulary);
MarianConfig bigTransformer(std::int64_t vocabulary);

std::string toJson(const MarianConfig &config); // as transformers reads it; indented, ends with a newline

// Keys that are not needed are ignored. Refuses what this program would compute differently: other kinds of model,
// embeddings that are not shared or not scaled.
Result<MarianConfig> parseMarianConfig(std::string_view json);

} // namespace motley
