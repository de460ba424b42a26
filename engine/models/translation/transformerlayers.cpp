#include "engine/models/translation/transformerlayers.h"

namespace motley {

namespace {

constexpr int dropoutsInLayer = 8; // at least the number of dropouts in a layer

enum DropoutSite : int { InAttention, AfterAttention, InSourceAttention, AfterSourceAttention, InInner, AfterInner };

at::Tensor activate(const at::Tensor &x, MarianConfig::Activation activation)
{
    switch (activation) {
    case MarianConfig::Activation::Relu:
        return at::relu(x);
    case MarianConfig::Activation::Gelu:
        return at::gelu(x, "none");
    case MarianConfig::Activation::Silu:
        break;
    }
    return at::silu(x);
}

torch::nn::LayerNorm layerNorm(std::int64_t size)
{
    return torch::nn::LayerNorm(torch::nn::LayerNormOptions({size}));
}

} // namespace

TransformerAttention::TransformerAttention(std::int64_t size, std::int64_t heads) : m_heads(heads)
{
    m_key = register_module("k_proj", Linear(size, size));
    m_value = register_module("v_proj", Linear(size, size));
    m_query = register_module("q_proj", Linear(size, size));
    m_output = register_module("out_proj", Linear(size, size));
}

KeyValue TransformerAttention::keyValue(const at::Tensor &seen)
{
    return {m_key(seen), m_value(seen)};
}

at::Tensor TransformerAttention::forward(
    const at::Tensor &x, const KeyValue &seen, const View &view, const AttentionDropout &dropped)
{
    return m_output(attention({m_query(x), seen.key, seen.value, m_heads, view.bias, view.causal}, dropped));
}

TransformerLayer::TransformerLayer(
    const MarianConfig &config, std::int64_t index, std::int64_t heads, std::int64_t inner)
    : m_config(config), m_index(index)
{
    m_attention = register_module("self_attn", std::make_shared<TransformerAttention>(config.size, heads));
    m_attentionNorm = register_module("self_attn_layer_norm", layerNorm(config.size));
    m_inner = register_module("fc1", Linear(config.size, inner));
    m_innerOutput = register_module("fc2", Linear(inner, config.size));
    m_innerNorm = register_module("final_layer_norm", layerNorm(config.size));
}

std::uint64_t TransformerLayer::dropoutLayer(int index) const
{
    return std::uint64_t((m_index + 1) * dropoutsInLayer + index); // numbers below belong to the embeddings
}

AttentionDropout TransformerLayer::attentionDropout(const Dropout &dropout, int index) const
{
    return {dropout, m_config.attentionDropout, dropoutLayer(index), m_config.positions};
}

at::Tensor TransformerLayer::normalised(
    torch::nn::LayerNorm &norm, const at::Tensor &x, const at::Tensor &change, const Dropout &dropout, int index) const
{
    return norm(x + dropout(change, m_config.dropout, dropoutLayer(index)));
}

at::Tensor TransformerLayer::transformed(const at::Tensor &x, const Dropout &dropout)
{
    const at::Tensor inner
        = dropout(activate(m_inner(x), m_config.activation), m_config.activationDropout, dropoutLayer(InInner));
    return normalised(m_innerNorm, x, m_innerOutput(inner), dropout, AfterInner);
}

TransformerEncoderLayer::TransformerEncoderLayer(const MarianConfig &config, std::int64_t index)
    : TransformerLayer(config, index, config.encoderHeads, config.encoderInner)
{
}

at::Tensor TransformerEncoderLayer::forward(const at::Tensor &x, const at::Tensor &bias, const Dropout &dropout)
{
    const at::Tensor context
        = m_attention->forward(x, m_attention->keyValue(x), {bias, false}, attentionDropout(dropout, InAttention));
    return transformed(normalised(m_attentionNorm, x, context, dropout, AfterAttention), dropout);
}

TransformerDecoderLayer::TransformerDecoderLayer(const MarianConfig &config, std::int64_t index)
    : TransformerLayer(config, index, config.decoderHeads, config.decoderInner)
{
    m_sourceAttention
        = register_module("encoder_attn", std::make_shared<TransformerAttention>(config.size, config.decoderHeads));
    m_sourceNorm = register_module("encoder_attn_layer_norm", layerNorm(config.size));
}

at::Tensor TransformerDecoderLayer::forward(const at::Tensor &x, const Source &source, const Dropout &dropout)
{
    const at::Tensor context = m_attention->forward(
        x, m_attention->keyValue(x), {{}, /*causal=*/true}, attentionDropout(dropout, InAttention));
    return afterAttention(x, context, source, dropout);
}

at::Tensor TransformerDecoderLayer::extend(const at::Tensor &x, const Source &source, KeyValueCache &cache)
{
    const at::Tensor rows = x.flatten(0, 1).unsqueeze(1); // [samples * hypotheses, 1, size]
    const KeyValue seen = cache.append(m_attention->keyValue(rows));
    const at::Tensor context = m_attention->forward(rows, seen, {}, {{}});
    return afterAttention(x, context.view(x.sizes()), source, {});
}

at::Tensor TransformerDecoderLayer::afterAttention(
    const at::Tensor &x, const at::Tensor &context, const Source &source, const Dropout &dropout)
{
    const at::Tensor attended = normalised(m_attentionNorm, x, context, dropout, AfterAttention);
    const at::Tensor fromSource = m_sourceAttention->forward(
        attended, source.tokens, {source.bias, false}, attentionDropout(dropout, InSourceAttention));
    return transformed(normalised(m_sourceNorm, attended, fromSource, dropout, AfterSourceAttention), dropout);
}

} // namespace motley
