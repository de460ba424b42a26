// The vocabulary of a GPT-2 tokenizer: vocab.json, one object that maps every token to its id, with merges.txt, or both
// in tokenizer.json.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace motley {

// The tokens in the order of their ids, which must be 0 to n - 1, each once.
Result<std::vector<std::string>> parseTokenIds(std::string_view json);
std::string toTokenIds(const std::vector<std::string> &tokens); // vocab.json; tokens by id

struct Gpt2Vocabulary {
    std::vector<std::string> tokens; // by id
    std::vector<std::string> merges; // two tokens with a space between them, in the order in which they were learned
};

// tokenizer.json. Errors: what this program would compute differently, such as another kind of tokenizer.
Result<Gpt2Vocabulary> parseGpt2Tokenizer(std::string_view json);

} // namespace motley
