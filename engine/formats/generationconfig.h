// generation_config.json: how transformers' generate() makes text with a model.
#pragma once

#include "engine/formats/specialids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace motley {

struct GenerationConfig {
    bool samples = false; // draws each token from all that are possible; false: beam search
    std::int64_t beams = 1;
    double lengthPenalty = 1; // scores are divided by the length to this power
    std::int64_t longest = 0; // tokens, given ones included
    std::optional<std::int64_t> startId; // first input of a decoder
    SpecialIds special{};
    std::vector<std::int64_t> never; // tokens that are not chosen
};

std::string toJson(const GenerationConfig &config); // indented, ends with a newline

} // namespace motley
