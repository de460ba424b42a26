// tokenizer_config.json, by which transformers' AutoTokenizer opens the files of a vocabulary beside it.
#pragma once

#include "engine/formats/addedtoken.h"
#include "engine/formats/berttokenizer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace motley {

struct TokenizerConfig {
    std::string kind; // the class of transformers: "MarianTokenizer"
    std::int64_t longest = 0; // tokens that the model takes
    NamedTokens named{};
    std::vector<AddedToken> added{}; // with their ids
    std::optional<BertTextRules> rules{}; // of a BERT
};

std::string toJson(const TokenizerConfig &config); // indented, ends with a newline

} // namespace motley
