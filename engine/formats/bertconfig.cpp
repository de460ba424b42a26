#include "engine/formats/bertconfig.h"

#include "engine/json/foreignjson.h"

namespace motley {

template <>
struct EnumNames<BertConfig::Activation> {
    using Activation = BertConfig::Activation;
    static constexpr auto table = names<Activation>({
        {Activation::Gelu, "gelu"},
        {Activation::GeluTanh, "gelu_new"},
        {Activation::GeluTanh, "gelu_pytorch_tanh"},
        {Activation::Relu, "relu"},
        {Activation::Silu, "silu"},
        {Activation::Silu, "swish"},
    });
};

template <>
struct HasDefaults<BertConfig> : std::true_type {
};

template <typename Fields>
void describe(Fields &fields, BertConfig &config)
{
    fields("vocab_size", config.vocabulary);
    fields("hidden_size", config.hiddenSize);
    fields("num_hidden_layers", config.layers);
    fields("num_attention_heads", config.heads);
    fields("intermediate_size", config.intermediateSize);
    fields("max_position_embeddings", config.positions);
    fields("type_vocab_size", config.segments);
    fields("pad_token_id", config.padId);
    fields("hidden_act", config.activation);
    fields("hidden_dropout_prob", config.hiddenDropout);
    fields("attention_probs_dropout_prob", config.attentionDropout);
    fields("classifier_dropout", config.classifierDropout);
    fields("initializer_range", config.initializerRange);
    fields("layer_norm_eps", config.layerNormEpsilon);
    fields("entity_size", config.entitySize);
}

namespace {

constexpr std::size_t mostLabels = 4096;

Result<void> checkBertSupported(const Json &json)
{
    return checkOnly(json, "model_type", "bert")
        .and_then([&] { return checkOnly(json, "position_embedding_type", "absolute"); })
        .and_then([&] { return checkOnly(json, "is_decoder", false); })
        .and_then([&] { return checkOnly(json, "add_cross_attention", false); })
        .and_then([&] { return checkOnly(json, "tie_word_embeddings", true); });
}

Result<void> checkRanges(const BertConfig &config)
{
    const FieldRange ranges[] = {
        {"vocab_size", config.vocabulary, 1, 1 << 24},
        {"hidden_size", config.hiddenSize, 1, 1 << 16},
        {"num_hidden_layers", config.layers, 1, 1024},
        {"num_attention_heads", config.heads, 1, config.hiddenSize},
        {"intermediate_size", config.intermediateSize, 1, 1 << 20},
        {"max_position_embeddings", config.positions, 1, 1 << 20},
        {"type_vocab_size", config.segments, 1, 1024},
        {"pad_token_id", config.padId, 0, config.vocabulary - 1},
        {"entity_size", config.entitySize.value_or(1), 1, 1 << 16},
    };
    for (const FieldRange &range : ranges)
        if (const auto good = checkRange(range); !good)
            return good;
    if (config.hiddenSize % config.heads != 0)
        return fail("The field hidden_size must be a multiple of num_attention_heads, but is "
            + std::to_string(config.hiddenSize) + " with " + std::to_string(config.heads) + " heads.");
    for (const double rate :
        {config.hiddenDropout, config.attentionDropout, config.classifierDropout.value_or(config.hiddenDropout)})
        if (!(rate >= 0 && rate < 1))
            return fail("The dropout rates must be at least 0 and below 1.");
    if (!(config.layerNormEpsilon > 0) || !(config.initializerRange > 0))
        return fail("The fields layer_norm_eps and initializer_range must be above 0.");
    return {};
}

// Parses the labels of id2label: {"0": "O", "1": "B-person", ...}.
Result<std::vector<std::string>> parseLabels(const Json &json)
{
    const auto found = json.find("id2label");
    if (found == json.end() || found->is_null())
        return std::vector<std::string>{};
    const auto refuse = [] { return fail("The field id2label must name the classes by number: {\"0\": \"O\", ...}."); };
    if (!found->is_object() || found->size() > mostLabels)
        return refuse();
    std::vector<std::string> labels(found->size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const auto name = found->find(std::to_string(i));
        if (name == found->end() || !name->is_string())
            return refuse();
        labels[i] = name->get<std::string>();
    }
    return labels;
}

std::string parseArchitecture(const Json &json, const std::string &otherwise)
{
    const auto found = json.find("architectures");
    const bool named = found != json.end() && found->is_array() && !found->empty() && found->front().is_string();
    return named ? found->front().get<std::string>() : otherwise;
}

} // namespace

std::string toJson(const BertConfig &config)
{
    Json json = Json::object();
    json["architectures"] = Json::array({config.architecture});
    json["model_type"] = "bert";
    json.update(jsonOf(config));
    if (!config.entitySize)
        json.erase("entity_size");
    json["position_embedding_type"] = "absolute";
    json["tie_word_embeddings"] = true;
    for (std::size_t i = 0; i < config.labels.size(); ++i) {
        json["id2label"][std::to_string(i)] = config.labels[i];
        json["label2id"][config.labels[i]] = i;
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<BertConfig> parseBertConfig(std::string_view text)
{
    const auto json = parseModelConfig(text);
    if (!json)
        return tl::unexpected(json.error());
    if (!json->is_object())
        return fail("The model configuration must be a JSON object.");
    if (const auto supported = checkBertSupported(*json); !supported)
        return tl::unexpected(supported.error());
    auto config = fromForeignJson<BertConfig>(*json);
    if (!config)
        return config;
    if (const auto good = checkRanges(*config); !good)
        return tl::unexpected(good.error());
    auto labels = parseLabels(*json);
    if (!labels)
        return tl::unexpected(labels.error());
    config->labels = std::move(*labels);
    config->architecture = parseArchitecture(*json, config->architecture);
    return config;
}

} // namespace motley
