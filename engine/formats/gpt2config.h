// config.json of a GPT-2 folder, as Hugging Face's transformers writes it.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/specialids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace motley {

struct Gpt2Config {
    enum class Activation { GeluTanh, Gelu, Relu, Silu };

    std::int64_t vocabulary = 50257; // tokens
    std::int64_t positions = 1024; // most tokens of a sample
    std::int64_t hiddenSize = 768;
    std::int64_t layers = 12;
    std::int64_t heads = 12; // divides hiddenSize
    std::optional<std::int64_t> intermediateSize; // nullopt: 4 * hiddenSize
    Activation activation = Activation::GeluTanh;
    double residualDropout = 0.1;
    double embeddingDropout = 0.1;
    double attentionDropout = 0.1;
    double layerNormEpsilon = 1e-5;
    double initializerRange = 0.02; // standard deviation of fresh weights
    SpecialIds special{}; // written; read by parseSpecialIds(), as other files say something of them too

    bool operator==(const Gpt2Config &) const = default;
};

std::string toJson(const Gpt2Config &config); // as transformers reads it; indented, ends with a newline

// Ignores keys that are not needed. Errors: what this program would compute differently, such as another kind of model,
// an output layer that is not tied to the embeddings or attention scaled in another way.
Result<Gpt2Config> parseGpt2Config(std::string_view json);

} // namespace motley
