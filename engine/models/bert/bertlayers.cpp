#include "engine/models/bert/bertlayers.h"

#include "engine/models/layers/attention.h"
#include "engine/models/layers/modulegroup.h"

namespace motley {

torch::nn::LayerNorm bertLayerNorm(const BertConfig &config)
{
    return torch::nn::LayerNorm(torch::nn::LayerNormOptions({config.hiddenSize}).eps(config.layerNormEpsilon));
}

at::Tensor activate(const at::Tensor &x, BertConfig::Activation activation)
{
    switch (activation) {
    case BertConfig::Activation::Gelu:
        return at::gelu(x, "none");
    case BertConfig::Activation::GeluTanh:
        return at::gelu(x, "tanh");
    case BertConfig::Activation::Relu:
        return at::relu(x);
    case BertConfig::Activation::Silu:
        break;
    }
    return at::silu(x);
}

BertEmbeddings::BertEmbeddings(const BertConfig &config) : m_dropout(config.hiddenDropout), m_padId(config.padId)
{
    const auto embedding = [&](std::int64_t rows) {
        // Made from given weights, because torch's own initialisation would draw random numbers that are overwritten
        // anyway.
        return torch::nn::Embedding::from_pretrained(
            torch::zeros({rows, config.hiddenSize}), torch::nn::EmbeddingFromPretrainedOptions().freeze(false));
    };
    m_words = register_module("word_embeddings", embedding(config.vocabulary));
    m_positions = register_module("position_embeddings", embedding(config.positions));
    m_segments = register_module("token_type_embeddings", embedding(config.segments));
    m_norm = register_module("LayerNorm", bertLayerNorm(config));
}

at::Tensor BertEmbeddings::forward(const at::Tensor &ids, const at::Tensor &segments, const Dropout &dropout)
{
    const at::Tensor words = at::embedding(m_words->weight, ids, m_padId);
    const at::Tensor kinds = segments.defined() ? at::embedding(m_segments->weight, segments) : m_segments->weight[0];
    const at::Tensor positions = m_positions->weight.narrow(0, 0, ids.size(1));
    return dropout(m_norm(words + kinds + positions), m_dropout, 0);
}

BertResidual::BertResidual(const BertConfig &config, std::int64_t from) : m_dropout(config.hiddenDropout)
{
    m_dense = register_module("dense", Linear(from, config.hiddenSize));
    m_norm = register_module("LayerNorm", bertLayerNorm(config));
}

at::Tensor BertResidual::forward(
    const at::Tensor &x, const at::Tensor &residual, const Dropout &dropout, std::uint64_t dropoutLayer)
{
    return m_norm(dropout(m_dense(x), m_dropout, dropoutLayer) + residual);
}

BertLayer::BertLayer(const BertConfig &config, std::int64_t index)
    : m_index(index), m_heads(config.heads), m_widest(config.positions), m_attentionDropout(config.attentionDropout),
      m_activation(config.activation)
{
    const std::int64_t size = config.hiddenSize;
    const auto attention = register_module("attention", std::make_shared<ModuleGroup>());
    const auto self = attention->register_module("self", std::make_shared<ModuleGroup>());
    m_query = self->register_module("query", Linear(size, size));
    m_key = self->register_module("key", Linear(size, size));
    m_value = self->register_module("value", Linear(size, size));
    m_attentionOutput = attention->register_module("output", std::make_shared<BertResidual>(config, size));
    const auto intermediate = register_module("intermediate", std::make_shared<ModuleGroup>());
    m_intermediate = intermediate->register_module("dense", Linear(size, config.intermediateSize));
    m_output = register_module("output", std::make_shared<BertResidual>(config, config.intermediateSize));
}

at::Tensor BertLayer::forward(const at::Tensor &x, const at::Tensor &bias, const Dropout &dropout)
{
    const at::Tensor context = attention(
        {m_query(x), m_key(x), m_value(x), m_heads, bias}, {dropout, m_attentionDropout, dropoutLayer(1), m_widest});
    const at::Tensor attended = m_attentionOutput->forward(context, x, dropout, dropoutLayer(2));
    const at::Tensor inner = activate(m_intermediate(attended), m_activation);
    return m_output->forward(inner, attended, dropout, dropoutLayer(3));
}

} // namespace motley
