#include "engine/models/decoder/decoderlayer.h"

#include "engine/models/decoder/gatedproduct.h"

namespace motley {

namespace {

at::Tensor through(const std::shared_ptr<RmsNorm> &norm, const at::Tensor &x)
{
    return norm ? norm->forward(x) : x;
}

} // namespace

GatedPerceptron::GatedPerceptron(const DecoderConfig &config, std::int64_t inner) : m_activation(config.activation)
{
    const auto projection = [&](const char *name, std::int64_t from, std::int64_t to) {
        return register_module(name, std::make_shared<Projection>(from, to, config.innerBias));
    };
    if (config.fusedProjections) {
        m_fused = projection("gate_up_proj", config.hiddenSize, 2 * inner);
    } else {
        m_gate = projection("gate_proj", config.hiddenSize, inner);
        m_up = projection("up_proj", config.hiddenSize, inner);
    }
    m_down = projection("down_proj", inner, config.hiddenSize);
}

at::Tensor GatedPerceptron::forward(const at::Tensor &x, const Dropout &dropout)
{
    if (!m_fused)
        return m_down->forward(
            gatedProduct(m_gate->forward(x, dropout), m_up->forward(x, dropout), m_activation), dropout);
    const auto halves = m_fused->forward(x, dropout).chunk(2, -1);
    return m_down->forward(gatedProduct(halves[0], halves[1], m_activation), dropout);
}

DecoderLayer::DecoderLayer(const DecoderConfig &config, std::size_t index)
    : m_activation(config.activation), m_residualMultiplier(config.residualMultiplier)
{
    using Norms = DecoderConfig::Norms;
    const DecoderLayerConfig &layer = config.layers[index];
    if (layer.recurrent)
        m_recurrent = register_module("linear_attn", std::make_shared<DeltaNet>(config));
    else
        m_attention = register_module("self_attn", std::make_shared<DecoderAttention>(config, index));
    m_perceptron = register_module("mlp", std::make_shared<GatedPerceptron>(config, layer.innerSize));
    const auto norm = [&](const char *name) { return register_module(name, normOf(config, config.hiddenSize)); };
    if (config.norms != Norms::After)
        m_beforeMixing = norm("input_layernorm");
    // Files call it by where it stands: behind the attention, whether inside the residual or in front of what follows.
    const auto afterAttention = norm("post_attention_layernorm");
    (config.norms == Norms::Before ? m_beforePerceptron : m_afterMixing) = afterAttention;
    if (config.norms == Norms::Both)
        m_beforePerceptron = norm("pre_feedforward_layernorm");
    if (config.norms != Norms::Before)
        m_afterPerceptron = norm("post_feedforward_layernorm");
    if (config.perLayerSize > 0) {
        m_perLayerGate = register_module("per_layer_input_gate",
            std::make_shared<Projection>(config.hiddenSize, config.perLayerSize, /*bias=*/false));
        m_perLayerOutput = register_module("per_layer_projection",
            std::make_shared<Projection>(config.perLayerSize, config.hiddenSize, /*bias=*/false));
        m_perLayerNorm = norm("post_per_layer_input_norm");
    }
    if (config.layerScale)
        m_scale = register_buffer("layer_scalar", placeholder({1}));
}

at::Tensor DecoderLayer::mix(const at::Tensor &x, DecoderPass &pass, LayerCache *cache)
{
    return m_recurrent ? m_recurrent->forward(x, pass, cache) : m_attention->forward(x, pass, cache);
}

at::Tensor DecoderLayer::withPerLayer(const at::Tensor &x, const at::Tensor &perLayer, const Dropout &dropout)
{
    const at::Tensor gated = activate(m_perLayerGate->forward(x, dropout), m_activation) * perLayer;
    return x + m_perLayerNorm->forward(m_perLayerOutput->forward(gated, dropout));
}

at::Tensor DecoderLayer::forward(const at::Tensor &x, const at::Tensor &perLayer, DecoderPass &pass, LayerCache *cache)
{
    const auto joined = [&](const at::Tensor &residual, const at::Tensor &part) {
        return m_residualMultiplier == 1 ? residual + part : residual + part * m_residualMultiplier;
    };
    const at::Tensor mixed = joined(x, through(m_afterMixing, mix(through(m_beforeMixing, x), pass, cache)));
    const at::Tensor inner = m_perceptron->forward(through(m_beforePerceptron, mixed), pass.dropout);
    at::Tensor output = joined(mixed, through(m_afterPerceptron, inner));
    if (m_perLayerGate)
        output = withPerLayer(output, perLayer, pass.dropout);
    return m_scale.defined() ? output * m_scale.to(output.scalar_type()) : output;
}

} // namespace motley
