#include "engine/formats/decoder/families.h"

namespace motley {

void readGranite(ConfigReader &config, DecoderConfig &decoder)
{
    readShape(config, decoder, {});
    decoder.rotary = {readRotary(config, {}, decoder.positions)};
    decoder.queryKeyValueBias = decoder.outputBias = config.flag("attention_bias", false);
    decoder.innerBias = config.flag("mlp_bias", false);
    decoder.attentionScale = config.positive("attention_multiplier", 1);
    decoder.embeddingMultiplier = config.positive("embedding_multiplier", 1);
    decoder.residualMultiplier = config.positive("residual_multiplier", 1);
    decoder.logitsDivisor = config.positive("logits_scaling", 1);
}

} // namespace motley
