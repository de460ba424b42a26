// How a language model chooses its words.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>

namespace motley {

struct SamplingSpec {
    double temperature = 1; // scores are divided by it; 0: always the most probable token
    std::int64_t topK = 0; // only among so many of the most probable; 0: all
    double topP = 1; // only among the fewest most probable that are this probable together (Holtzman et al. 2020)
};
Result<void> validate(const SamplingSpec &spec); // names the field

struct GenerationSpec {
    std::int64_t newTokens = 100; // at most
    SamplingSpec sampling;
    std::uint64_t seed = 1;
    std::optional<std::int64_t> endId; // a sample that says it is over; filled up with it
    std::optional<std::int64_t> neverId; // a token that is no text, such as that for what is unknown
};

} // namespace motley
