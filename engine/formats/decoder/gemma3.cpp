#include "engine/formats/decoder/families.h"

#include <cmath>

namespace motley {

void readGemma3(ConfigReader &config, DecoderConfig &decoder)
{
    readShape(config, decoder, {262208, 2304, 9216, 26, 8, 4, 256, 131072, 1e-6, true});
    decoder.activation = config.find("hidden_activation") || config.find("hidden_act")
        ? decoder.activation
        : DecoderConfig::Activation::GeluTanh;
    decoder.norms = DecoderConfig::Norms::Both;
    decoder.normAddsOne = true;
    decoder.queryKeyNorm = DecoderConfig::QueryKeyNorm::PerHead;
    decoder.queryKeyValueBias = decoder.outputBias = config.flag("attention_bias", false);
    decoder.attentionScale = 1 / std::sqrt(config.positive("query_pre_attn_scalar", 256));
    decoder.embeddingMultiplier = std::sqrt(double(decoder.hiddenSize));
    decoder.logitsCap = config.find("final_logit_softcapping") ? config.positive("final_logit_softcapping", 1) : 0;
    config.only("attn_logit_softcapping", nullptr);
    config.only("use_bidirectional_attention", false);
    RotaryKeys local{"sliding_attention", "rope_local_base_freq", 10000, 1, false};
    RotaryKeys global{"full_attention", "rope_theta", 1000000, 1, true};
    decoder.rotary = {readRotary(config, global, decoder.positions), readRotary(config, local, decoder.positions)};
    const std::int64_t older = config.whole("_sliding_window_pattern", 1, 1 << 16, 6);
    const std::int64_t pattern = config.whole("sliding_window_pattern", 1, 1 << 16, older);
    const auto sliding = readLayerTypes(config, std::int64_t(decoder.layers.size()), "sliding_attention",
        [&](std::int64_t layer) { return (layer + 1) % pattern != 0; });
    setWindows(config, decoder, sliding, readWindow(config, 4096));
}

} // namespace motley
