// For .cpp files of this folder only, as it sees the JSON library: a JSON object of tokens and their ids.
#pragma once

#include "engine/base/result.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace motley {

// The tokens by id. Not ordered_json, where looking up a key is linear in the number of keys. Errors: no object, or ids
// that are not 0, 1, 2, ..., each once.
Result<std::vector<std::string>> tokensById(const nlohmann::json &table);

} // namespace motley
