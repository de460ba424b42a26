#include "engine/formats/decoder/families.h"

namespace motley {

void readOlmo3(ConfigReader &config, DecoderConfig &decoder)
{
    readShape(config, decoder, {50304, 4096, 11008, 32, 32, 0, 0, 2048, 1e-5, false});
    decoder.norms = DecoderConfig::Norms::After;
    decoder.queryKeyNorm = DecoderConfig::QueryKeyNorm::Whole;
    decoder.queryKeyValueBias = decoder.outputBias = config.flag("attention_bias", false);
    RotaryKeys sliding{"sliding_attention", "rope_theta", 10000, 1, false};
    decoder.rotary = {readRotary(config, {}, decoder.positions), readRotary(config, sliding, decoder.positions)};
    const auto layers = readLayerTypes(config, std::int64_t(decoder.layers.size()), "sliding_attention",
        [](std::int64_t layer) { return (layer + 1) % 4 != 0; });
    setWindows(config, decoder, layers, readWindow(config, 4096));
}

} // namespace motley
