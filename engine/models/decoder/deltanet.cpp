#include "engine/models/decoder/deltanet.h"

#include "engine/models/decoder/deltarule.h"
#include "engine/models/layers/modulegroup.h"

#include <torch/types.h>

namespace motley {

DeltaNet::DeltaNet(const DecoderConfig &config) : m_config(*config.deltaNet), m_epsilon(config.normEpsilon)
{
    const std::int64_t hidden = config.hiddenSize;
    const std::int64_t keys = m_config.keyHeads * m_config.keySize;
    const std::int64_t values = m_config.valueHeads * m_config.valueSize;
    const auto projection = [&](const char *name, std::int64_t from, std::int64_t to) {
        return register_module(name, std::make_shared<Projection>(from, to, /*bias=*/false));
    };
    m_mixed = projection("in_proj_qkv", hidden, 2 * keys + values);
    m_gate = projection("in_proj_z", hidden, values);
    m_rate = projection("in_proj_b", hidden, m_config.valueHeads);
    m_decay = projection("in_proj_a", hidden, m_config.valueHeads);
    m_output = projection("out_proj", values, hidden);
    m_kernel = register_module("conv1d", std::make_shared<ModuleGroup>())
                   ->register_parameter("weight", placeholder({2 * keys + values, 1, m_config.kernel}));
    m_decayLogarithm = register_parameter("A_log", placeholder({m_config.valueHeads}));
    m_decayBias = register_parameter("dt_bias", placeholder({m_config.valueHeads}));
    m_normWeight = register_module("norm", std::make_shared<ModuleGroup>())
                       ->register_parameter("weight", placeholder({m_config.valueSize}));
}

at::Tensor DeltaNet::convolve(const at::Tensor &x, const at::Tensor &segments, LayerCache *cache)
{
    const std::int64_t before = m_config.kernel - 1;
    const std::int64_t tokens = x.size(2);
    const at::Tensor kernel = m_kernel.to(x.scalar_type());
    const bool goesOn = cache && cache->recurrent.inputs.defined();
    const at::Tensor inputs = goesOn ? at::cat({cache->recurrent.inputs, x}, 2) : at::constant_pad_nd(x, {before, 0});
    if (cache)
        cache->recurrent.inputs = inputs.narrow(2, tokens, before).clone();
    constexpr std::int64_t one = 1;
    constexpr std::int64_t none = 0;
    if (!segments.defined())
        return at::conv1d(inputs, kernel, {}, /*stride=*/one, /*padding=*/none, /*dilation=*/one, /*groups=*/x.size(1));
    const at::Tensor texts = at::constant_pad_nd(segments, {before, 0}, -1);
    at::Tensor sum = at::zeros_like(x);
    for (std::int64_t tap = 0; tap <= before; ++tap) {
        const at::Tensor sameText = texts.narrow(1, tap, tokens).eq(segments).unsqueeze(1);
        sum = sum + inputs.narrow(2, tap, tokens) * sameText * kernel.select(2, tap);
    }
    return sum;
}

at::Tensor DeltaNet::gated(const at::Tensor &x, const at::Tensor &gate)
{
    const at::Tensor normed = x * at::rsqrt(x.square().mean(-1, /*keepdim=*/true) + m_epsilon);
    return (m_normWeight.to(at::kFloat) * normed * at::silu(gate.to(at::kFloat))).to(gate.scalar_type());
}

at::Tensor DeltaNet::forward(const at::Tensor &x, const DecoderPass &pass, LayerCache *cache)
{
    const std::int64_t keys = m_config.keyHeads * m_config.keySize;
    const std::int64_t values = m_config.valueHeads * m_config.valueSize;
    const at::Tensor mixed = m_mixed->forward(x, pass.dropout).transpose(1, 2);
    const at::Tensor seen = at::silu(convolve(mixed, pass.segments, cache)).transpose(1, 2);
    const auto parts = seen.split_with_sizes({keys, keys, values}, -1);
    const auto ofKeys = [&](const at::Tensor &part) {
        return part.unflatten(-1, {m_config.keyHeads, m_config.keySize})
            .repeat_interleave(m_config.valueHeads / m_config.keyHeads, 2);
    };
    const at::Tensor speed
        = at::softplus(m_decay->forward(x, pass.dropout).to(at::kFloat) + m_decayBias.to(at::kFloat));
    DeltaRuleInputs inputs{ofKeys(parts[0]), ofKeys(parts[1]),
        parts[2].unflatten(-1, {m_config.valueHeads, m_config.valueSize}),
        -m_decayLogarithm.to(at::kFloat).exp() * speed, at::sigmoid(m_rate->forward(x, pass.dropout)), pass.segments,
        {}};
    if (cache)
        inputs.memory = cache->recurrent.memory;
    const DeltaRuleOutputs outputs = gatedDeltaRule(inputs);
    if (cache) {
        cache->recurrent.memory = outputs.memory;
        cache->recurrent.tokens += x.size(1);
    }
    const at::Tensor gate = m_gate->forward(x, pass.dropout).unflatten(-1, {m_config.valueHeads, m_config.valueSize});
    return m_output->forward(gated(outputs.output, gate).flatten(2), pass.dropout);
}

} // namespace motley
