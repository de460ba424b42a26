// For .cpp files of this folder only, as it sees the JSON library: reads tokenizer.json of Hugging Face's tokenizers
// library.
#pragma once

#include "engine/json/jsonfields.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace motley {

// tokenizer.json, whose "model" is an object. Not ordered_json, as vocabularies are long. Errors: too long, nested too
// deep, no such object.
Result<nlohmann::json> parseHubTokenizer(std::string_view json);

// Takes "vocab" out of the model: the tokens by id. Errors as of tokensById().
Result<std::vector<std::string>> extractTokens(nlohmann::json &tokenizer);

// A part of a tokenizer, such as its "normalizer". Errors: it is not there, or of another type
// than the one that this program computes with.
Result<Json> partOf(const nlohmann::json &tokenizer, const char *name, const char *type);

} // namespace motley
