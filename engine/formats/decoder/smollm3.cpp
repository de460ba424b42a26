#include "engine/formats/decoder/families.h"

namespace motley {

void readSmolLm3(ConfigReader &config, DecoderConfig &decoder)
{
    readShape(config, decoder, {128256, 2048, 11008, 36, 16, 4, 0, 32768, 1e-6, true});
    decoder.rotary = {readRotary(config, {}, decoder.positions)};
    decoder.queryKeyValueBias = decoder.outputBias = config.flag("attention_bias", false);
    decoder.innerBias = config.flag("mlp_bias", false);
    const auto layers = std::int64_t(decoder.layers.size());
    const std::int64_t interval = config.whole("no_rope_layer_interval", 1, 1 << 16, 4);
    const auto rotates = config.numbers("no_rope_layers"); // 1: positions are encoded, in spite of the name
    if (!rotates.empty() && std::int64_t(rotates.size()) != layers)
        config.refuse("The field no_rope_layers must have a number for each layer.");
    for (std::int64_t i = 0; i < layers; ++i) {
        const bool isListed = i < std::int64_t(rotates.size());
        if (isListed ? rotates[std::size_t(i)] == 0 : (i + 1) % interval == 0)
            decoder.layers[std::size_t(i)].rotary.reset();
    }
    const bool slides = config.flag("use_sliding_window", false);
    const std::int64_t window = readWindow(config, 0);
    config.find("max_window_layers"); // of Qwen, whose files it was written after
    const auto sliding = readLayerTypes(config, layers, "sliding_attention",
        [&](std::int64_t layer) { return slides && window > 0 && !decoder.layers[std::size_t(layer)].rotary; });
    setWindows(config, decoder, sliding, slides ? window : 0);
}

} // namespace motley
