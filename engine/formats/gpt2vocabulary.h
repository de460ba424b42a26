// vocab.json of a GPT-2 tokenizer: one object that maps every token to its id.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace motley {

// The tokens in the order of their ids, which must be 0 to n - 1, each once.
Result<std::vector<std::string>> parseTokenIds(std::string_view json);

} // namespace motley
