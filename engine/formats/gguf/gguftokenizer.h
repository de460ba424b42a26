// A tokenizer as fields of a GGUF file: its tables, its special ids and its chat templates.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/gguf/ggufhead.h"
#include "engine/formats/specialids.h"
#include "engine/formats/tokenizerjson/tokenizerjson.h"

#include <string>
#include <utility>
#include <vector>

namespace motley {

struct GgufTokenizerInput {
    TokenizerJson tokenizer;
    std::int64_t vocabulary = 0; // rows of the word embeddings
    std::string architecture; // in llama.cpp
    SpecialIds special{}; // of generation_config.json and config.json
    std::vector<std::pair<std::string, std::string>> templates{}; // chat templates by name; the usual one is "default"
};

struct GgufTokenizer {
    GgufFields fields;
    std::vector<std::string> stops; // the texts of the tokens that end an answer
};

// Errors: a tokenizer that llama.cpp does not have, and one with more tokens than the model.
Result<GgufTokenizer> ggufTokenizerOf(const GgufTokenizerInput &input);

} // namespace motley
