#include "engine/formats/generationconfig.h"

#include "engine/formats/specialidsjson.h"

namespace motley {

std::string toJson(const GenerationConfig &config)
{
    Json json{{"max_length", config.longest}, {"do_sample", config.samples}};
    if (config.samples)
        json["top_k"] = 0; // all tokens; transformers' usual value is 50
    else
        json.update({{"num_beams", config.beams}, {"length_penalty", config.lengthPenalty},
            {"early_stopping", config.beams > 1}});
    putSpecialIds(config.special, json);
    if (config.startId) // as the beam search of motley-engine translate
        json.update({{"min_new_tokens", 1}, {"forced_eos_token_id", json["eos_token_id"]},
            {"decoder_start_token_id", *config.startId}});
    if (!config.never.empty())
        json["suppress_tokens"] = config.never;
    return json.dump(2) + "\n";
}

} // namespace motley
