// config.json of a decoder in Hugging Face's form, as switches of one network. A family differs from another only in
// these: each has a file here that maps its keys to them.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/decoder/rotaryconfig.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

// A layer that keeps a state instead of keys and values: the gated delta rule (Yang et al. 2025).
struct DeltaNetConfig {
    std::int64_t keyHeads = 16;
    std::int64_t valueHeads = 32; // a multiple of keyHeads
    std::int64_t keySize = 128; // of a head
    std::int64_t valueSize = 128;
    std::int64_t kernel = 4; // of the convolution in front, in tokens

    bool operator==(const DeltaNetConfig &) const = default;
};

struct DecoderLayerConfig {
    bool recurrent = false; // a gated delta rule instead of attention
    std::int64_t window = 0; // tokens that a token sees, itself included; 0: all before it
    std::optional<std::size_t> rotary = 0; // of DecoderConfig::rotary; nullopt: positions are not encoded
    std::int64_t keyValueHeads = 1; // divides DecoderConfig::heads
    std::int64_t headSize = 64;
    std::int64_t innerSize = 1; // of the feed-forward part
    bool valueIsKey = false; // values are the keys before their norm
    std::optional<std::size_t> keysOf{}; // an earlier layer whose keys and values it uses; nullopt: it has its own

    bool operator==(const DecoderLayerConfig &) const = default;
};

struct DecoderConfig {
    enum class Activation { Silu, GeluTanh, Gelu };
    enum class Norms { Before, After, Both }; // of attention and of the feed-forward part, inside the residual
    enum class QueryKeyNorm { None, PerHead, Whole };

    std::string family; // the model_type, as "qwen3"
    bool insideVision = false; // config.json is that of a model that also sees, with this one inside
    std::int64_t vocabulary = 0; // tokens
    std::int64_t positions = 0; // most tokens of a text
    std::int64_t hiddenSize = 0;
    std::int64_t heads = 0; // of queries
    std::vector<DecoderLayerConfig> layers{};
    std::vector<RotaryConfig> rotary{};
    std::optional<DeltaNetConfig> deltaNet{};

    Activation activation = Activation::Silu;
    Norms norms = Norms::Before;
    bool normAddsOne = false; // norms multiply by 1 + weight
    double normEpsilon = 1e-6;
    QueryKeyNorm queryKeyNorm = QueryKeyNorm::None;
    bool valueNorm = false; // per head, without weight
    bool outputGate = false; // the query's projection also makes a sigmoid gate of the attention's output
    bool queryKeyValueBias = false;
    bool outputBias = false; // of the attention
    bool innerBias = false; // of the feed-forward part
    bool fusedProjections = false; // qkv_proj and gate_up_proj
    bool tied = false; // the output layer shares the word embeddings

    double attentionScale = 1; // scores are multiplied by it
    double embeddingMultiplier = 1; // rounded to the type of the weights
    double residualMultiplier = 1;
    double logitsDivisor = 1;
    double logitsCap = 0; // logits are cap * tanh(logits / cap); 0: as they are
    double queryGrowth
        = 0; // queries are multiplied by 1 + queryGrowth * log(1 + floor(position / queryGrowthPositions))
    std::int64_t queryGrowthPositions = 1;

    std::int64_t perLayerSize = 0; // of a second embedding, which each layer gets a part of; 0: none
    std::int64_t perLayerVocabulary = 0;
    bool layerScale = false; // a stored number that each layer's output is multiplied by

    bool operator==(const DecoderConfig &) const = default;
};

// The model_type that the text or the model inside it has; empty: it has none, or is no JSON.
std::string modelTypeOf(std::string_view json);

// Errors: a family that is not one of these, by name, and each key whose value changes what the model computes into
// something that this program does not compute, or of which it does not know whether it does.
Result<DecoderConfig> parseDecoderConfig(std::string_view json);

// The same config.json without what it says of packed weights (quantization_config).
std::string withoutQuantization(std::string_view json);

// The same config.json, indented, saying that its weights are of another type, such as "float32".
std::string withDataType(std::string_view json, const std::string &type);

} // namespace motley
