// The vocabulary of a GPT-2 tokenizer: vocab.json, one object that maps every token to its id, with merges.txt, or both
// in tokenizer.json beside the other files of a tokenizer.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/tokenizerfiles.h"

#include <string>
#include <string_view>
#include <vector>

namespace motley {

// The tokens in the order of their ids, which must be 0 to n - 1, each once.
Result<std::vector<std::string>> parseTokenIds(std::string_view json);
std::string toTokenIds(const std::vector<std::string> &tokens); // vocab.json; tokens by id

// The tokenizer of a GPT-2 folder. Errors name the file: what this program would compute differently, such as another
// kind of tokenizer.
Result<TokenizerParts> parseGpt2Tokenizer(const TokenizerFiles &files);

} // namespace motley
