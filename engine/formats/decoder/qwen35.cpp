#include "engine/formats/decoder/families.h"

namespace motley {

void readQwen35(ConfigReader &config, DecoderConfig &decoder)
{
    UsualShape usual;
    usual.vocabulary = 248320;
    usual.innerSize = 12288;
    usual.heads = 16;
    usual.keyValueHeads = 4;
    usual.headSize = 256;
    usual.positions = 32768;
    readShape(config, decoder, usual);
    RotaryKeys keys;
    keys.usualPart = 0.25;
    decoder.rotary = {readRotary(config, keys, decoder.positions)};
    decoder.normAddsOne = true;
    decoder.queryKeyNorm = DecoderConfig::QueryKeyNorm::PerHead;
    decoder.outputGate = true;
    decoder.queryKeyValueBias = decoder.outputBias = config.flag("attention_bias", false);
    config.only("attn_output_gate", true);
    config.only("mlp_only_layers", Json::array());
    DeltaNetConfig delta;
    delta.keyHeads = config.whole("linear_num_key_heads", 1, 1 << 12, 16);
    delta.valueHeads = config.whole("linear_num_value_heads", 1, 1 << 12, 32);
    delta.keySize = config.whole("linear_key_head_dim", 1, 1 << 12, 128);
    delta.valueSize = config.whole("linear_value_head_dim", 1, 1 << 12, 128);
    delta.kernel = config.whole("linear_conv_kernel_dim", 1, 64, 4);
    if (delta.valueHeads % delta.keyHeads != 0)
        config.refuse("The field linear_num_value_heads must be a multiple of linear_num_key_heads.");
    decoder.deltaNet = delta;
    const std::int64_t interval = config.whole("full_attention_interval", 1, 1 << 16, 4);
    const auto recurrent = readLayerTypes(config, std::int64_t(decoder.layers.size()), "linear_attention",
        [&](std::int64_t layer) { return (layer + 1) % interval != 0; });
    for (std::size_t i = 0; i < decoder.layers.size(); ++i)
        decoder.layers[i].recurrent = recurrent[i];
}

} // namespace motley
