// config.json of a GPT-2 folder, as Hugging Face's transformers write it.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace motley {

struct Gpt2Config {
    enum class Activation { GeluTanh, Gelu, Relu, Silu };

    std::int64_t vocabulary = 50257; // tokens
    std::int64_t positions = 1024; // tokens of the longest sample
    std::int64_t hiddenSize = 768;
    std::int64_t layers = 12;
    std::int64_t heads = 12; // divides hiddenSize
    std::optional<std::int64_t> intermediateSize; // else 4 times hiddenSize
    Activation activation = Activation::GeluTanh;
    double residualDropout = 0.1;
    double embeddingDropout = 0.1;
    double attentionDropout = 0.1;
    double layerNormEpsilon = 1e-5;
    double initializerRange = 0.02; // standard deviation of fresh weights

    bool operator==(const Gpt2Config &) const = default;
};

std::string toJson(const Gpt2Config &config); // as transformers reads it; indented, ends with a newline

// Keys that are not needed are ignored. Refuses what this program would compute differently: other kinds of model, an
// output layer that is not tied, attention scaled in another way.
Result<Gpt2Config> parseGpt2Config(std::string_view json);

} // namespace motley
