// For .cpp files of this folder only, as it sees the JSON library: the parts of a tokenizer.json that are too long or
// too free for lists of fields.
#pragma once

#include "engine/formats/tokenizerjson/tokenizerjson.h"

#include <nlohmann/json.hpp>

namespace motley {

constexpr std::int64_t mostTokenIds = 4 << 20; // of a vocabulary; the largest published has 262,144

// Leaves `json` without its long lists.
Result<void> readBytePairModel(nlohmann::json &json, BytePairModel &model);

// Of a post_processor; null: nothing is put around a text.
Result<void> readTextEnds(const nlohmann::json &json, TextEnds &ends);

} // namespace motley
