#include "engine/formats/decoder/families.h"

namespace motley {

namespace {

void readQwenWindows(ConfigReader &config, DecoderConfig &decoder)
{
    const bool slides = config.flag("use_sliding_window", false);
    const std::int64_t window = readWindow(config, 4096);
    const std::int64_t first = config.whole("max_window_layers", 0, 1 << 16, 28);
    const auto sliding = readLayerTypes(config, std::int64_t(decoder.layers.size()), "sliding_attention",
        [&](std::int64_t layer) { return slides && layer >= first; });
    setWindows(config, decoder, sliding, slides ? window : 0);
}

} // namespace

void readQwen2(ConfigReader &config, DecoderConfig &decoder)
{
    UsualShape usual;
    usual.vocabulary = 151936;
    usual.innerSize = 22016;
    usual.positions = 32768;
    readShape(config, decoder, usual);
    decoder.rotary = {readRotary(config, {}, decoder.positions)};
    decoder.queryKeyValueBias = true;
    config.only("use_mrope", false);
    readQwenWindows(config, decoder);
}

void readQwen3(ConfigReader &config, DecoderConfig &decoder)
{
    UsualShape usual;
    usual.vocabulary = 151936;
    usual.innerSize = 22016;
    usual.positions = 32768;
    usual.headSize = 128;
    readShape(config, decoder, usual);
    decoder.rotary = {readRotary(config, {}, decoder.positions)};
    decoder.queryKeyNorm = DecoderConfig::QueryKeyNorm::PerHead;
    decoder.queryKeyValueBias = decoder.outputBias = config.flag("attention_bias", false);
    readQwenWindows(config, decoder);
}

} // namespace motley
