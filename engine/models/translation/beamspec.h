// The parameters of beam search, see beamsearch.h.
#pragma once

#include "engine/base/result.h"

#include <cstdint>

namespace motley {

struct BeamSpec {
    std::int64_t width = 4; // hypotheses of a sentence; 1: always the most probable token
    double lengthPenalty = 1; // scores are divided by (tokens + 1)^this; 0 prefers short translations
    double longestPerToken = 1; // a translation has at most this * source tokens (with end) + longestExtra tokens
    std::int64_t longestExtra = 50;
};
Result<void> validate(const BeamSpec &spec); // errors name the field

} // namespace motley
