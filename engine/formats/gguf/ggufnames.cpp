#include "engine/formats/gguf/ggufmodel.h"

#include <algorithm>
#include <array>
#include <utility>

namespace motley {

namespace {

using Renamed = std::pair<std::string_view, std::string_view>;

constexpr std::array<Renamed, 6> outside{{
    {"embed_tokens", "token_embd"},
    {"norm", "output_norm"},
    {"lm_head", "output"},
    {"embed_tokens_per_layer", "per_layer_token_embd"},
    {"per_layer_model_projection", "per_layer_model_proj"},
    {"per_layer_projection_norm", "per_layer_proj_norm"},
}};

// Without .weight and .bias.
constexpr std::array<Renamed, 24> insideLayers{{
    {"input_layernorm", "attn_norm"},
    {"pre_feedforward_layernorm", "ffn_norm"},
    {"post_feedforward_layernorm", "post_ffw_norm"},
    {"self_attn.q_proj", "attn_q"},
    {"self_attn.k_proj", "attn_k"},
    {"self_attn.v_proj", "attn_v"},
    {"self_attn.qkv_proj", "attn_qkv"},
    {"self_attn.o_proj", "attn_output"},
    {"self_attn.q_norm", "attn_q_norm"},
    {"self_attn.k_norm", "attn_k_norm"},
    {"mlp.gate_proj", "ffn_gate"},
    {"mlp.up_proj", "ffn_up"},
    {"mlp.gate_up_proj", "ffn_up"},
    {"mlp.down_proj", "ffn_down"},
    {"linear_attn.in_proj_qkv", "attn_qkv"},
    {"linear_attn.in_proj_z", "attn_gate"},
    {"linear_attn.in_proj_a", "ssm_alpha"},
    {"linear_attn.in_proj_b", "ssm_beta"},
    {"linear_attn.conv1d", "ssm_conv1d"},
    {"linear_attn.norm", "ssm_norm"},
    {"linear_attn.out_proj", "ssm_out"},
    {"per_layer_input_gate", "inp_gate"},
    {"per_layer_projection", "proj"},
    {"post_per_layer_input_norm", "post_norm"},
}};

constexpr std::array<Renamed, 3> wholeNames{{
    {"linear_attn.A_log", "ssm_a"},
    {"linear_attn.dt_bias", "ssm_dt.bias"},
    {"layer_scalar", "layer_output_scale.weight"},
}};

template <typename Rows>
std::string_view renamed(const Rows &rows, std::string_view name)
{
    for (const auto &[here, there] : rows)
        if (here == name)
            return there;
    return {};
}

std::string_view nameInLayer(const DecoderConfig &decoder, std::string_view name)
{
    if (name != "post_attention_layernorm")
        return renamed(insideLayers, name);
    const bool standsBeforeInner = decoder.norms == DecoderConfig::Norms::Before && !decoder.deltaNet;
    return standsBeforeInner ? "ffn_norm" : "post_attention_norm";
}

} // namespace

std::string ggufNameOf(const DecoderConfig &decoder, std::string_view name)
{
    constexpr std::string_view layers = "layers.";
    const auto dot = name.rfind('.');
    const std::string_view ending = dot == std::string_view::npos ? "" : name.substr(dot); // ".weight"
    const std::string_view front = name.substr(0, dot);
    if (!name.starts_with(layers)) {
        const std::string_view found = renamed(outside, front);
        return found.empty() ? "" : std::string(found).append(ending);
    }
    const auto end = name.find('.', layers.size());
    if (end == std::string_view::npos)
        return "";
    const std::string block = "blk." + std::string(name.substr(layers.size(), end - layers.size())) + ".";
    if (const std::string_view found = renamed(wholeNames, name.substr(end + 1)); !found.empty())
        return block + std::string(found);
    const std::string_view found = nameInLayer(decoder, dot > end ? front.substr(end + 1) : "");
    return found.empty() ? "" : (block + std::string(found)).append(ending);
}

} // namespace motley
