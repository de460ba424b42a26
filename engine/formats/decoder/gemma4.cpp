#include "engine/formats/decoder/families.h"

#include <charconv>
#include <cmath>

namespace motley {

namespace {

// Layers of full attention have larger heads: by a number for all of them, or, in newer files, by one for each layer.
void readLayerSizes(ConfigReader &config, DecoderConfig &decoder)
{
    const std::int64_t size = config.whole("global_head_dim", 1, 1 << 14, 512);
    const std::int64_t heads = config.whole("num_global_key_value_heads", 1, decoder.heads, 0);
    const Json *each = config.find("per_layer_config");
    for (DecoderLayerConfig &layer : decoder.layers) {
        if (layer.window > 0 || each)
            continue;
        layer.headSize = size;
        if (layer.valueIsKey && heads > 0)
            layer.keyValueHeads = heads;
    }
    if (!each)
        return;
    if (!each->is_object())
        return config.refuse("The field per_layer_config must be an object.");
    for (const auto &[name, sizes] : each->items()) {
        std::size_t index = decoder.layers.size();
        std::from_chars(name.data(), name.data() + name.size(), index);
        if (index >= decoder.layers.size() || !sizes.is_object())
            return config.refuse("The field per_layer_config has \"" + name.substr(0, 40) + "\", which is no layer.");
        ConfigReader object(sizes, "per_layer_config." + name + ".");
        DecoderLayerConfig &layer = decoder.layers[index];
        layer.headSize = object.whole("head_dim", 1, 1 << 14, layer.headSize);
        layer.keyValueHeads = object.whole("num_key_value_heads", 1, decoder.heads, layer.keyValueHeads);
        config.refuse(object.finish());
    }
}

// The last layers use the keys and values of the last layer of their kind that has its own.
void shareKeys(ConfigReader &config, DecoderConfig &decoder, std::int64_t shared, bool wide)
{
    const std::size_t first = decoder.layers.size() - std::size_t(shared);
    for (std::size_t i = first; i < decoder.layers.size(); ++i) {
        DecoderLayerConfig &layer = decoder.layers[i];
        for (std::size_t j = 0; j < first; ++j)
            if ((decoder.layers[j].window > 0) == (layer.window > 0))
                layer.keysOf = j;
        if (!layer.keysOf)
            return config.refuse("The field num_kv_shared_layers leaves no layer of a kind with keys of its own.");
        if (wide)
            layer.innerSize *= 2;
    }
}

} // namespace

void readGemma4(ConfigReader &config, DecoderConfig &decoder)
{
    readShape(config, decoder, {262144, 2304, 9216, 30, 8, 4, 256, 131072, 1e-6, true});
    if (!config.find("hidden_activation") && !config.find("hidden_act"))
        decoder.activation = DecoderConfig::Activation::GeluTanh;
    if (config.flag("enable_moe_block", false))
        config.refuse("Gemma 4 with experts (enable_moe_block) is not supported: its dense models are.");
    for (const char *ofExperts : {"num_experts", "top_k_experts", "moe_intermediate_size"})
        config.find(ofExperts);
    if (config.text("use_bidirectional_attention", "vision") != "vision") // of images, which a text has none of
        config.refuse("The field use_bidirectional_attention is not \"vision\": such a model is not supported.");
    decoder.norms = DecoderConfig::Norms::Both;
    decoder.queryKeyNorm = DecoderConfig::QueryKeyNorm::PerHead;
    decoder.valueNorm = true;
    decoder.queryKeyValueBias = decoder.outputBias = config.flag("attention_bias", false);
    decoder.attentionScale = 1;
    decoder.embeddingMultiplier = std::sqrt(double(decoder.hiddenSize));
    decoder.logitsCap = config.find("final_logit_softcapping") ? config.positive("final_logit_softcapping", 1) : 0;
    decoder.layerScale = true;
    decoder.perLayerSize = config.whole("hidden_size_per_layer_input", 0, 1 << 16, 256);
    decoder.perLayerVocabulary = config.whole("vocab_size_per_layer_input", 1, 1 << 24, 262144);
    const bool hasParameters = config.find("rope_parameters") != nullptr;
    decoder.rotary = {readRotary(config, {"full_attention", "rope_theta", 1e6, 0.25, true}, decoder.positions),
        readRotary(config, {"sliding_attention", "rope_theta", 1e4, 1, false}, decoder.positions)};
    if (!hasParameters)
        decoder.rotary[0].kind = RotaryConfig::Kind::Proportional;
    const auto layers = std::int64_t(decoder.layers.size());
    auto sliding
        = readLayerTypes(config, layers, "sliding_attention", [](std::int64_t layer) { return (layer + 1) % 6 != 0; });
    sliding.back() = false; // in transformers the last layer always sees everything
    setWindows(config, decoder, sliding, readWindow(config, 512));
    const bool keyIsValue = config.flag("attention_k_eq_v", false);
    for (DecoderLayerConfig &layer : decoder.layers)
        layer.valueIsKey = keyIsValue && layer.window == 0;
    readLayerSizes(config, decoder);
    const std::int64_t shared = config.whole("num_kv_shared_layers", 0, layers - 1, 0);
    shareKeys(config, decoder, shared, config.flag("use_double_wide_mlp", false));
}

} // namespace motley
