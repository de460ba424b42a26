// Merges an adapter into the model that it is for.
#pragma once

#include "engine/base/result.h"

#include <string>

namespace motley {

// Returns a sentence for the user where the model is not that of `base` with the adapter alone; empty: it is.
// `adapter`: a folder as PEFT writes it. `base`: the folder of the model that it is for. `folder`: gets the whole
// model, in the types of the base, with what else the two folders have for those who use it, such as tokenizers; parts
// that the adapter does not touch, such as one that sees, go through. Weights that were packed below the adapter while
// it was trained get the numbers that it learnt to go with. Errors: the folder exists; those of readDecoderFolder(),
// readPeftFolder() and addAdapters().
Result<std::string> mergeAdapter(const std::string &adapter, const std::string &base, const std::string &folder);

} // namespace motley
