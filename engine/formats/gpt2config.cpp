#include "engine/formats/gpt2config.h"

#include "engine/formats/specialidsjson.h"
#include "engine/json/foreignjson.h"

namespace motley {

template <>
struct EnumNames<Gpt2Config::Activation> {
    using Activation = Gpt2Config::Activation;
    static constexpr auto table = names<Activation>({
        {Activation::GeluTanh, "gelu_new"},
        {Activation::GeluTanh, "gelu_pytorch_tanh"},
        {Activation::Gelu, "gelu"},
        {Activation::Relu, "relu"},
        {Activation::Silu, "silu"},
        {Activation::Silu, "swish"},
    });
};

template <>
struct HasDefaults<Gpt2Config> : std::true_type {
};

template <typename Fields>
void describe(Fields &fields, Gpt2Config &config)
{
    fields("vocab_size", config.vocabulary);
    fields("n_positions", config.positions);
    fields("n_embd", config.hiddenSize);
    fields("n_layer", config.layers);
    fields("n_head", config.heads);
    fields("n_inner", config.intermediateSize);
    fields("activation_function", config.activation);
    fields("resid_pdrop", config.residualDropout);
    fields("embd_pdrop", config.embeddingDropout);
    fields("attn_pdrop", config.attentionDropout);
    fields("layer_norm_epsilon", config.layerNormEpsilon);
    fields("initializer_range", config.initializerRange);
}

namespace {

Result<void> checkGpt2Supported(const Json &json)
{
    return checkOnly(json, "model_type", "gpt2")
        .and_then([&] { return checkOnly(json, "scale_attn_weights", true); })
        .and_then([&] { return checkOnly(json, "scale_attn_by_inverse_layer_idx", false); })
        .and_then([&] { return checkOnly(json, "add_cross_attention", false); })
        .and_then([&] { return checkOnly(json, "tie_word_embeddings", true); });
}

Result<void> checkRanges(const Gpt2Config &config)
{
    const FieldRange ranges[] = {
        {"vocab_size", config.vocabulary, 1, 1 << 24},
        {"n_positions", config.positions, 1, 1 << 20},
        {"n_embd", config.hiddenSize, 1, 1 << 16},
        {"n_layer", config.layers, 1, 1024},
        {"n_head", config.heads, 1, config.hiddenSize},
        {"n_inner", config.intermediateSize.value_or(1), 1, 1 << 20},
    };
    for (const FieldRange &range : ranges)
        if (const auto good = checkRange(range); !good)
            return good;
    if (config.hiddenSize % config.heads != 0)
        return fail("The field n_embd must be a multiple of n_head, but is " + std::to_string(config.hiddenSize)
            + " with " + std::to_string(config.heads) + " heads.");
    for (const double rate : {config.residualDropout, config.embeddingDropout, config.attentionDropout})
        if (!(rate >= 0 && rate < 1))
            return fail("The dropout rates must be at least 0 and below 1.");
    if (!(config.layerNormEpsilon > 0) || !(config.initializerRange > 0))
        return fail("The fields layer_norm_epsilon and initializer_range must be above 0.");
    return {};
}

} // namespace

std::string toJson(const Gpt2Config &config)
{
    Json json = Json::object();
    json["architectures"] = Json::array({"GPT2LMHeadModel"});
    json["model_type"] = "gpt2";
    json.update(jsonOf(config));
    json["tie_word_embeddings"] = true;
    putSpecialIds(config.special, json); // transformers takes 50256 where they are missing
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Gpt2Config> parseGpt2Config(std::string_view text)
{
    const auto json = parseModelConfig(text);
    if (!json)
        return tl::unexpected(json.error());
    if (!json->is_object())
        return fail("The model configuration must be a JSON object.");
    if (const auto supported = checkGpt2Supported(*json); !supported)
        return tl::unexpected(supported.error());
    auto config = fromForeignJson<Gpt2Config>(*json);
    if (!config)
        return config;
    if (const auto good = checkRanges(*config); !good)
        return tl::unexpected(good.error());
    return config;
}

} // namespace motley
