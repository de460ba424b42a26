#include "engine/formats/decoder/families.h"

namespace motley {

void readLlama(ConfigReader &config, DecoderConfig &decoder)
{
    readShape(config, decoder, {});
    decoder.rotary = {readRotary(config, {}, decoder.positions)};
    decoder.queryKeyValueBias = decoder.outputBias = config.flag("attention_bias", false);
    decoder.innerBias = config.flag("mlp_bias", false);
}

} // namespace motley
