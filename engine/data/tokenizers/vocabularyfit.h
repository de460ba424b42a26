// Whether a vocabulary belongs to the embeddings of a model.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

// The Error refuses more tokens than embeddings; `where` is the folder or file of the vocabulary.
Result<void> checkFit(std::int64_t tokens, std::int64_t embeddings, const std::string &where);

// A note on a vocabulary that is much shorter than the embeddings; none otherwise.
std::vector<std::string> notesOnUnused(std::int64_t tokens, std::int64_t embeddings, const std::string &where);

} // namespace motley
