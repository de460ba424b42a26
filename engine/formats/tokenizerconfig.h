// tokenizer_config.json, by which transformers' AutoTokenizer opens the files of a vocabulary beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace motley {

struct TokenizerConfig {
    std::string kind; // the class of transformers: "MarianTokenizer"
    std::int64_t longest = 0; // tokens that the model takes
    std::optional<std::string> unknown; // stands for what the vocabulary lacks
    std::optional<std::string> end; // ends a text; GPT-2's also begins one
    std::optional<std::string> pad;
};

std::string toJson(const TokenizerConfig &config); // indented, ends with a newline

} // namespace motley
