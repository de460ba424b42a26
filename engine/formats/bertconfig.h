// config.json of a BERT folder, as Hugging Face's transformers and the original BERT write it.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct BertConfig {
    enum class Activation { Gelu, GeluTanh, Relu, Silu }; // Gelu: x * Phi(x), not the approximation by tanh

    std::string architecture = "BertForPreTraining"; // the class of transformers that reads the folder
    std::int64_t vocabulary = 30522; // word pieces
    std::int64_t hiddenSize = 768;
    std::int64_t layers = 12;
    std::int64_t heads = 12; // divides hiddenSize
    std::int64_t intermediateSize = 3072;
    std::int64_t positions = 512; // most tokens of a sample
    std::int64_t segments = 2;
    std::int64_t padId = 0;
    Activation activation = Activation::Gelu;
    double hiddenDropout = 0.1;
    double attentionDropout = 0.1;
    std::optional<double> classifierDropout; // nullopt: hiddenDropout
    double initializerRange = 0.02; // standard deviation of fresh weights
    double layerNormEpsilon = 1e-12;
    std::vector<std::string> labels; // of a token classifier, by class index
    std::optional<std::int64_t> entitySize; // size of an entity's vector, in entity linking

    bool operator==(const BertConfig &) const = default;
};

std::string toJson(const BertConfig &config); // as transformers reads it; indented, ends with a newline

// Ignores keys that are not needed. Errors: what this program would compute differently, such as another kind of model,
// relative positions, a decoder or an output layer that is not tied to the embeddings.
Result<BertConfig> parseBertConfig(std::string_view json);

} // namespace motley
