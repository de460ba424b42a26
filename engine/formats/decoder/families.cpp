#include "engine/formats/decoder/families.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

using Activation = DecoderConfig::Activation;

Activation readActivation(ConfigReader &config)
{
    const std::string older = config.text("hidden_act", "silu");
    const std::string name = config.text("hidden_activation", older);
    if (name == "silu" || name == "swish")
        return Activation::Silu;
    if (name == "gelu_pytorch_tanh" || name == "gelu_new")
        return Activation::GeluTanh;
    if (name != "gelu")
        config.refuse("The field hidden_act is \"" + name.substr(0, 40)
            + "\"; this program computes with silu, gelu and gelu_pytorch_tanh only.");
    return Activation::Gelu;
}

} // namespace

void readShape(ConfigReader &config, DecoderConfig &decoder, const UsualShape &usual)
{
    constexpr std::int64_t widest = 1 << 20;
    decoder.vocabulary = config.whole("vocab_size", 1, 1 << 24, usual.vocabulary);
    decoder.positions = config.whole("max_position_embeddings", 2, 1 << 30, usual.positions);
    decoder.hiddenSize = config.whole("hidden_size", 1, 1 << 16, usual.hiddenSize);
    decoder.heads = config.whole("num_attention_heads", 1, 1 << 12, usual.heads);
    decoder.normEpsilon = config.positive("rms_norm_eps", usual.epsilon);
    decoder.activation = readActivation(config);
    decoder.tied = config.flag("tie_word_embeddings", usual.tied);
    DecoderLayerConfig layer;
    const std::int64_t sameHeads = usual.keyValueHeads > 0 ? usual.keyValueHeads : decoder.heads;
    layer.keyValueHeads = config.whole("num_key_value_heads", 1, decoder.heads, sameHeads);
    const std::int64_t sameSize = usual.headSize > 0 ? usual.headSize : decoder.hiddenSize / decoder.heads;
    layer.headSize = config.whole("head_dim", 1, 1 << 14, std::max<std::int64_t>(sameSize, 1));
    layer.innerSize = config.whole("intermediate_size", 1, widest, usual.innerSize);
    decoder.layers.assign(std::size_t(config.whole("num_hidden_layers", 1, 1024, usual.layers)), layer);
    decoder.attentionScale = 1 / std::sqrt(double(layer.headSize));
}

std::vector<bool> readLayerTypes(ConfigReader &config, std::int64_t layers, const char *kind, const LayerRule &usual)
{
    std::vector<bool> chosen;
    const auto types = config.texts("layer_types");
    for (std::int64_t layer = 0; layer < layers && types.empty(); ++layer)
        chosen.push_back(usual(layer));
    for (const std::string &type : types) {
        if (type != kind && type != "full_attention")
            config.refuse("The field layer_types has \"" + type.substr(0, 40) + "\"; this program computes with " + kind
                + " and full_attention only in such a model.");
        chosen.push_back(type == kind);
    }
    if (std::int64_t(chosen.size()) != layers)
        config.refuse("The field layer_types must name the kind of each of the " + std::to_string(layers)
            + " layers, but has " + std::to_string(chosen.size()) + ".");
    chosen.resize(std::size_t(layers));
    return chosen;
}

void setWindows(ConfigReader &config, DecoderConfig &decoder, const std::vector<bool> &sliding, std::int64_t window)
{
    const bool any = std::find(sliding.begin(), sliding.end(), true) != sliding.end();
    if (any && window == 0)
        config.refuse("The field layer_types has layers with a sliding window, but sliding_window does not say how "
                      "many tokens they see.");
    for (std::size_t i = 0; i < decoder.layers.size(); ++i) {
        decoder.layers[i].window = sliding[i] ? window : 0;
        if (decoder.rotary.size() > 1)
            decoder.layers[i].rotary = sliding[i] ? 1 : 0;
    }
}

std::int64_t readWindow(ConfigReader &config, std::int64_t usual)
{
    return config.whole("sliding_window", 1, 1 << 30, usual);
}

} // namespace motley
