#include "engine/formats/marianconfig.h"

#include "engine/json/foreignjson.h"

namespace motley {

template <>
struct EnumNames<MarianConfig::Activation> {
    using Activation = MarianConfig::Activation;
    static constexpr auto table = names<Activation>({
        {Activation::Relu, "relu"},
        {Activation::Gelu, "gelu"},
        {Activation::Silu, "swish"},
        {Activation::Silu, "silu"},
    });
};

template <>
struct HasDefaults<MarianConfig> : std::true_type {
};

template <typename Fields>
void describe(Fields &fields, MarianConfig &config)
{
    fields("vocab_size", config.vocabulary);
    fields("d_model", config.size);
    fields("encoder_layers", config.encoderLayers);
    fields("encoder_attention_heads", config.encoderHeads);
    fields("encoder_ffn_dim", config.encoderInner);
    fields("decoder_layers", config.decoderLayers);
    fields("decoder_attention_heads", config.decoderHeads);
    fields("decoder_ffn_dim", config.decoderInner);
    fields("max_position_embeddings", config.positions);
    fields("pad_token_id", config.padId);
    fields("eos_token_id", config.endId);
    fields("decoder_start_token_id", config.startId);
    fields("activation_function", config.activation);
    fields("dropout", config.dropout);
    fields("attention_dropout", config.attentionDropout);
    fields("activation_dropout", config.activationDropout);
}

namespace {

Result<void> checkScaled(const Json &json) // scale_embedding is false where it is missing
{
    const auto found = json.find("scale_embedding");
    if (found != json.end() && *found == true)
        return {};
    return fail("The field scale_embedding is not true; this program scales the embeddings by the root of their size.");
}

Result<void> checkMarianSupported(const Json &json)
{
    return checkOnly(json, "model_type", "marian")
        .and_then([&] { return checkScaled(json); })
        .and_then([&] { return checkOnly(json, "share_encoder_decoder_embeddings", true); })
        .and_then([&] { return checkOnly(json, "tie_word_embeddings", true); });
}

Result<void> checkRanges(const MarianConfig &config)
{
    const std::int64_t lastId = config.vocabulary - 1;
    const FieldRange ranges[] = {
        {"vocab_size", config.vocabulary, 1, 1 << 24},
        {"d_model", config.size, 2, 1 << 16},
        {"encoder_layers", config.encoderLayers, 1, 1024},
        {"encoder_attention_heads", config.encoderHeads, 1, config.size},
        {"encoder_ffn_dim", config.encoderInner, 1, 1 << 20},
        {"decoder_layers", config.decoderLayers, 1, 1024},
        {"decoder_attention_heads", config.decoderHeads, 1, config.size},
        {"decoder_ffn_dim", config.decoderInner, 1, 1 << 20},
        {"max_position_embeddings", config.positions, 1, 1 << 16},
        {"pad_token_id", config.padId, 0, lastId},
        {"eos_token_id", config.endId, 0, lastId},
        {"decoder_start_token_id", config.startId, 0, lastId},
    };
    for (const FieldRange &range : ranges)
        if (const auto good = checkRange(range); !good)
            return good;
    if (config.size % 2 != 0 || config.size % config.encoderHeads != 0 || config.size % config.decoderHeads != 0)
        return fail("The field d_model must be even and a multiple of the numbers of attention heads, but is "
            + std::to_string(config.size) + ".");
    if (config.padId == config.endId)
        return fail("The fields pad_token_id and eos_token_id must differ.");
    for (const double rate : {config.dropout, config.attentionDropout, config.activationDropout})
        if (!(rate >= 0 && rate < 1))
            return fail("The dropout rates must be at least 0 and below 1.");
    return {};
}

} // namespace

MarianConfig baseTransformer(std::int64_t vocabulary)
{
    MarianConfig config;
    config.vocabulary = vocabulary;
    return config;
}

MarianConfig bigTransformer(std::int64_t vocabulary)
{
    MarianConfig config = baseTransformer(vocabulary);
    config.size = 1024;
    config.encoderHeads = 16;
    config.encoderInner = 4096;
    config.decoderHeads = 16;
    config.decoderInner = 4096;
    config.dropout = 0.3;
    return config;
}

std::string toJson(const MarianConfig &config)
{
    Json json = Json::object();
    json["architectures"] = Json::array({"MarianMTModel"});
    json["model_type"] = "marian";
    json["is_encoder_decoder"] = true;
    json.update(jsonOf(config));
    json["forced_eos_token_id"] = config.endId;
    json["scale_embedding"] = true;
    json["share_encoder_decoder_embeddings"] = true;
    json["tie_word_embeddings"] = true;
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<MarianConfig> parseMarianConfig(std::string_view text)
{
    const auto json = parseModelConfig(text);
    if (!json)
        return tl::unexpected(json.error());
    if (!json->is_object())
        return fail("The model configuration must be a JSON object.");
    if (const auto supported = checkMarianSupported(*json); !supported)
        return tl::unexpected(supported.error());
    auto config = fromForeignJson<MarianConfig>(*json);
    if (!config)
        return config;
    if (const auto good = checkRanges(*config); !good)
        return tl::unexpected(good.error());
    return config;
}

} // namespace motley
