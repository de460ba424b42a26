// Generates text with GPT-2.
#pragma once

#include "engine/models/gpt2/gpt2.h"
#include "engine/models/gpt2/tokensampling.h"

namespace motley {

// prompt: int64 [samples, tokens], at least one token -> [samples, tokens + new tokens]. A row is a function of its
// prompt, the seed and the row's index, not of other rows. When a text becomes longer than the model's positions, only
// the last half of them is kept as context.
at::Tensor generate(Gpt2 &model, const at::Tensor &prompt, const GenerationSpec &spec);

} // namespace motley
