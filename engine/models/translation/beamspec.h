// How the best translations are searched for, see beamsearch.h.
#pragma once

#include "engine/base/result.h"

#include <cstdint>

namespace motley {

struct BeamSpec {
    std::int64_t width = 4; // hypotheses of a sentence; 1: always the most probable token
    double lengthPenalty = 1; // a score is divided by (tokens + end)^this: 0 prefers short translations
    double longestPerToken = 1; // a translation ends at this times the source's tokens (its end counted) + longestExtra
    std::int64_t longestExtra = 50;
};
Result<void> validate(const BeamSpec &spec); // names the field

} // namespace motley
