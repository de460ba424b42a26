#include "engine/models/decoder/decoderattention.h"

#include <torch/types.h>

#include <algorithm>

namespace motley {

namespace {

using QueryKeyNorm = DecoderConfig::QueryKeyNorm;

} // namespace

DecoderAttention::DecoderAttention(const DecoderConfig &config, std::size_t layer)
    : m_config(config), m_layer(config.layers[layer]), m_index(layer)
{
    m_isShared = std::any_of(config.layers.begin(), config.layers.end(),
        [&](const DecoderLayerConfig &other) { return other.keysOf == layer; });
    const std::int64_t hidden = config.hiddenSize;
    const std::int64_t size = m_layer.headSize;
    const std::int64_t queries = config.heads * size;
    const std::int64_t keys = m_layer.keyValueHeads * size;
    const auto projection = [&](const char *name, std::int64_t from, std::int64_t to, bool bias) {
        return register_module(name, std::make_shared<Projection>(from, to, bias));
    };
    const auto norm = [&](const char *name, std::int64_t heads) {
        const bool whole = config.queryKeyNorm == QueryKeyNorm::Whole;
        return register_module(name, normOf(config, whole ? heads * size : size));
    };
    const bool hasKeys = !m_layer.keysOf;
    const bool bias = config.queryKeyValueBias;
    if (config.fusedProjections) {
        m_fused = projection("qkv_proj", hidden, queries + 2 * keys, bias);
    } else {
        m_query = projection("q_proj", hidden, config.outputGate ? 2 * queries : queries, bias);
        if (hasKeys)
            m_key = projection("k_proj", hidden, keys, bias);
        if (hasKeys && !m_layer.valueIsKey)
            m_value = projection("v_proj", hidden, keys, bias);
    }
    m_output = projection("o_proj", queries, hidden, config.outputBias);
    if (config.queryKeyNorm != QueryKeyNorm::None) {
        m_queryNorm = norm("q_norm", config.heads);
        if (hasKeys)
            m_keyNorm = norm("k_norm", m_layer.keyValueHeads);
    }
    if (config.valueNorm && hasKeys) // without a weight, so without a name in files
        m_valueNorm = std::make_shared<RmsNorm>(size, config.normEpsilon, RmsNorm::Weight::None);
}

at::Tensor DecoderAttention::perHead(const at::Tensor &x, std::int64_t heads) const
{
    return x.unflatten(-1, {heads, x.size(-1) / heads});
}

DecoderAttention::Parts DecoderAttention::project(const at::Tensor &x, const Dropout &dropout)
{
    const std::int64_t keys = m_layer.keyValueHeads * m_layer.headSize;
    Parts parts;
    if (m_fused) {
        const auto all
            = m_fused->forward(x, dropout).split_with_sizes({m_config.heads * m_layer.headSize, keys, keys}, -1);
        parts = {all[0], all[1], all[2], {}};
    } else {
        parts.query = m_query->forward(x, dropout);
        if (m_key)
            parts.key = m_key->forward(x, dropout);
        if (m_key)
            parts.value = m_value ? m_value->forward(x, dropout) : parts.key;
    }
    if (m_config.outputGate) {
        const auto halves = perHead(parts.query, m_config.heads).chunk(2, -1);
        parts.query = halves[0].flatten(2);
        parts.gate = halves[1].flatten(2);
    }
    if (m_config.queryKeyNorm == QueryKeyNorm::Whole) {
        parts.query = m_queryNorm->forward(parts.query);
        parts.key = m_keyNorm->forward(parts.key);
    }
    parts.query = perHead(parts.query, m_config.heads);
    if (parts.key.defined()) {
        parts.key = perHead(parts.key, m_layer.keyValueHeads);
        parts.value = perHead(parts.value, m_layer.keyValueHeads);
    }
    if (m_config.queryKeyNorm == QueryKeyNorm::PerHead) {
        parts.query = m_queryNorm->forward(parts.query);
        if (m_keyNorm)
            parts.key = m_keyNorm->forward(parts.key);
    }
    if (m_valueNorm)
        parts.value = m_valueNorm->forward(parts.value);
    return parts;
}

at::Tensor DecoderAttention::placed(const at::Tensor &x, const DecoderPass &pass) const
{
    return m_layer.rotary ? rotated(x, pass.angles[*m_layer.rotary]) : x;
}

KeyValue DecoderAttention::keysAndValues(const Parts &parts, DecoderPass &pass, LayerCache *cache)
{
    if (m_layer.keysOf)
        return pass.keyValues[*m_layer.keysOf];
    const KeyValue next{placed(parts.key, pass).flatten(2), parts.value.flatten(2)};
    const KeyValue all = cache ? cache->attention.append(next) : next;
    if (m_isShared)
        pass.keyValues[m_index] = all;
    return all;
}

at::Tensor DecoderAttention::attend(
    const at::Tensor &query, const at::Tensor &key, const at::Tensor &value, const Sight &sight) const
{
    if (sight.blocks)
        return attentionInBlocks(query, key, value, sight.blocks, m_config.attentionScale);
    if (sight.mask.defined())
        return maskedAttention(query, key, value, sight.mask, m_config.attentionScale);
    return at::scaled_dot_product_attention(query, key, value, /*attn_mask=*/std::nullopt, /*dropout_p=*/0.0,
        sight.causal, m_config.attentionScale, /*enable_gqa=*/m_layer.keyValueHeads != m_config.heads);
}

at::Tensor DecoderAttention::forward(const at::Tensor &x, DecoderPass &pass, LayerCache *cache)
{
    const Parts parts = project(x, pass.dropout);
    at::Tensor query = placed(parts.query, pass);
    if (m_config.queryGrowth > 0) {
        const at::Tensor laps = (pass.positions.to(at::kFloat) / double(m_config.queryGrowthPositions)).floor();
        const at::Tensor growth = 1 + m_config.queryGrowth * at::log(1 + laps);
        query = query * growth.to(query.scalar_type()).unsqueeze(-1).unsqueeze(-1);
    }
    const KeyValue all = keysAndValues(parts, pass, cache);
    const at::Tensor context = attend(query.transpose(1, 2), perHead(all.key, m_layer.keyValueHeads).transpose(1, 2),
        perHead(all.value, m_layer.keyValueHeads).transpose(1, 2), pass.sights.at(m_layer.window));
    const at::Tensor joined = context.transpose(1, 2).flatten(2);
    return m_output->forward(parts.gate.defined() ? joined * at::sigmoid(parts.gate) : joined, pass.dropout);
}

} // namespace motley
