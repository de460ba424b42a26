// The layers of the translation Transformer (Vaswani et al. 2017), with LayerNorm after each residual connection.
// Modules have the names of Hugging Face's MarianMTModel.
#pragma once

#include "engine/formats/marianconfig.h"
#include "engine/models/layers/attention.h"
#include "engine/models/layers/keyvaluecache.h"
#include "engine/models/layers/linear.h"

#include "engine/models/layers/torchlayers.h"

#include <memory>

namespace motley {

class TransformerAttention : public torch::nn::Module {
public:
    TransformerAttention(std::int64_t size, std::int64_t heads);

    KeyValue keyValue(const at::Tensor &seen); // of the tokens to attend to, [samples, tokens, size]

    struct View {
        at::Tensor bias; // see AttentionInputs::bias
        bool causal = false;
    };
    at::Tensor forward(const at::Tensor &x, const KeyValue &seen, const View &view, const AttentionDropout &dropped);

private:
    std::int64_t m_heads;
    Linear m_query = nullptr;
    Linear m_key = nullptr;
    Linear m_value = nullptr;
    Linear m_output = nullptr;
};

// Base class of encoder and decoder layers.
class TransformerLayer : public torch::nn::Module {
protected:
    // index: among all layers of encoder and decoder.
    TransformerLayer(const MarianConfig &config, std::int64_t index, std::int64_t heads, std::int64_t inner);

    AttentionDropout attentionDropout(const Dropout &dropout, int index) const;
    at::Tensor normalised(torch::nn::LayerNorm &norm, const at::Tensor &x, const at::Tensor &change,
        const Dropout &dropout, int index) const;
    at::Tensor transformed(const at::Tensor &x, const Dropout &dropout); // the feed-forward block

    std::shared_ptr<TransformerAttention> m_attention; // self-attention
    torch::nn::LayerNorm m_attentionNorm = nullptr;

private:
    std::uint64_t dropoutLayer(int index) const;

    MarianConfig m_config;
    std::int64_t m_index;
    Linear m_inner = nullptr;
    Linear m_innerOutput = nullptr;
    torch::nn::LayerNorm m_innerNorm = nullptr;
};

class TransformerEncoderLayer : public TransformerLayer {
public:
    TransformerEncoderLayer(const MarianConfig &config, std::int64_t index);

    at::Tensor forward(const at::Tensor &x, const at::Tensor &bias, const Dropout &dropout); // [samples, tokens, size]
};

class TransformerDecoderLayer : public TransformerLayer {
public:
    TransformerDecoderLayer(const MarianConfig &config, std::int64_t index);

    struct Source {
        KeyValue tokens; // from sourceOf()
        at::Tensor bias; // added to the scores, [samples, 1, 1, source tokens]; may be undefined
    };
    KeyValue sourceOf(const at::Tensor &encoded) { return m_sourceAttention->keyValue(encoded); }

    at::Tensor forward(const at::Tensor &x, const Source &source, const Dropout &dropout); // [samples, tokens, size]

    // Computes one more token. x: [samples, hypotheses, size]; the cache holds the earlier tokens, with samples *
    // hypotheses rows.
    at::Tensor extend(const at::Tensor &x, const Source &source, KeyValueCache &cache);

private:
    at::Tensor afterAttention(
        const at::Tensor &x, const at::Tensor &context, const Source &source, const Dropout &dropout);

    std::shared_ptr<TransformerAttention> m_sourceAttention;
    torch::nn::LayerNorm m_sourceNorm = nullptr;
};

} // namespace motley
