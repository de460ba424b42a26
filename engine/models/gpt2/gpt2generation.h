// Text that a GPT-2 makes up.
#pragma once

#include "engine/models/gpt2/gpt2.h"
#include "engine/models/gpt2/tokensampling.h"

namespace motley {

// prompt: int64 [samples, tokens], at least one token. -> [samples, tokens + new ones]. A function of the prompt, the
// seed and the row's number: the other rows do not change a row. Where the text grows longer than the model has
// positions, it goes on from the latter half of them.
at::Tensor generate(Gpt2 &model, const at::Tensor &prompt, const GenerationSpec &spec);

} // namespace motley
