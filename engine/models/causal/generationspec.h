// How the next token of a language model is chosen.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace motley {

struct SamplingSpec {
    double temperature = 1; // logits are divided by it; 0: always the most probable token
    std::int64_t topK = 0; // only among this many most probable tokens; 0: all
    double topP = 1; // only among the fewest most probable tokens that sum to this probability (Holtzman et al. 2020)
};
Result<void> validate(const SamplingSpec &spec); // errors name the field

struct GenerationSpec {
    std::int64_t newTokens = 100; // at most
    SamplingSpec sampling{};
    std::uint64_t seed = 1;
    std::vector<std::int64_t> endIds{}; // tokens that end a sample, which is then filled up with the first of them
    std::optional<std::int64_t> neverId{}; // a token that is never chosen, such as the unknown token
    std::function<void(std::int64_t token)> wrote{}; // called after each token, with that of the first sample
};

} // namespace motley
