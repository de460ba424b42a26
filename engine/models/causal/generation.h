// Generates text with a causal language model.
#pragma once

#include "engine/models/causal/causallanguagemodel.h"
#include "engine/models/causal/tokensampling.h"

namespace motley {

// prompt: int64 [samples, tokens], at least one token -> [samples, tokens + new tokens]. A row is a function of its
// prompt, the seed and the row's index, not of other rows. When a text becomes longer than the model's positions, only
// the last half of them is kept as context.
at::Tensor generate(CausalLanguageModel &model, const at::Tensor &prompt, const GenerationSpec &spec);

// The tokens that it writes after these, at least one, without the one that ends them.
std::vector<std::int32_t> continuation(
    CausalLanguageModel &model, const std::vector<std::int32_t> &ids, const GenerationSpec &spec);

} // namespace motley
