// The files of a model folder that say what its tokenizer is, as Hugging Face's programs write them.
#pragma once

#include "engine/formats/addedtoken.h"

#include <string>
#include <vector>

namespace motley {

struct TokenizerFiles { // their texts; empty: there is no such file
    std::string tokenizer{}; // tokenizer.json
    std::string config{}; // tokenizer_config.json
    std::string addedTokens{}; // added_tokens.json
    std::string specialTokens{}; // special_tokens_map.json
    std::string modelConfig{}; // config.json, for its tokenizer_class
};

struct TokenizerParts { // what all of the files together say
    std::vector<std::string> tokens; // of tokenizer.json, by id; empty: there is none
    std::vector<std::string> merges; // the same: "left right", in the order in which they were learned
    std::vector<AddedToken> added; // those with ids first, by id
    NamedTokens named;
};

} // namespace motley
