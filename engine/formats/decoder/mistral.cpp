#include "engine/formats/decoder/families.h"

namespace motley {

namespace {

void readEveryWindow(ConfigReader &config, DecoderConfig &decoder)
{
    const std::int64_t window = readWindow(config, 0);
    for (DecoderLayerConfig &layer : decoder.layers)
        layer.window = window;
}

} // namespace

void readMistral(ConfigReader &config, DecoderConfig &decoder)
{
    readShape(config, decoder, {32000, 4096, 14336, 32, 32, 8, 0, 131072, 1e-6, false});
    decoder.rotary = {readRotary(config, {}, decoder.positions)};
    readEveryWindow(config, decoder);
}

void readMinistral3(ConfigReader &config, DecoderConfig &decoder)
{
    readShape(config, decoder, {131072, 4096, 14336, 34, 32, 8, 128, 262144, 1e-5, false});
    decoder.rotary = {readRotary(config, {}, decoder.positions)};
    readEveryWindow(config, decoder);
    const auto growth = rotaryNumber(config, "llama_4_scaling_beta");
    if (!growth)
        config.refuse("The field rope_parameters.llama_4_scaling_beta is missing.");
    decoder.queryGrowth = growth.value_or(0);
    decoder.queryGrowthPositions = decoder.rotary[0].originalPositions;
    if (decoder.queryGrowthPositions < 1)
        config.refuse("The field rope_parameters.original_max_position_embeddings is missing.");
}

} // namespace motley
