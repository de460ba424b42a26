#include "engine/formats/decoder/families.h"

namespace motley {

void readPhi3(ConfigReader &config, DecoderConfig &decoder)
{
    readShape(config, decoder, {32064, 3072, 8192, 32, 32, 0, 0, 4096, 1e-5, false});
    decoder.rotary = {readRotary(config, {}, decoder.positions)};
    const auto kind = decoder.rotary[0].kind;
    if (kind != RotaryConfig::Kind::Default && kind != RotaryConfig::Kind::LongRope)
        config.refuse("The field rope_scaling must have the type longrope in such a model.");
    decoder.fusedProjections = true;
    for (const char *bias : {"attention_bias", "mlp_bias", "lm_head_bias"})
        config.only(bias, false);
    for (const char *unused : {"full_attn_mod", "interpolate_factor"})
        config.only(unused, 1);
    const std::int64_t window = readWindow(config, 0);
    for (DecoderLayerConfig &layer : decoder.layers)
        layer.window = window;
}

} // namespace motley
