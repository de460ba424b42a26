// The tokenizer of a BERT folder, as Hugging Face's programs write it: tokenizer_config.json and tokenizer.json.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

// What a file says of how text is normalised; nullopt: nothing.
struct BertTextRules {
    std::optional<bool> lowercase;
    std::optional<bool> stripAccents; // as lowercase where no file says it
    std::optional<bool> spaceChinese; // every ideograph is a word of its own

    bool operator==(const BertTextRules &) const = default;
};

struct BertTokenizerFile {
    BertTextRules rules;
    std::vector<std::string> tokens; // by id
};

// The rules in tokenizer_config.json. Errors name the field that is no flag.
Result<BertTextRules> parseBertTokenizerConfig(std::string_view json);

// tokenizer.json. Errors: what this program would compute differently, such as another kind of tokenizer, and ids that
// are not 0, 1, 2, ...
Result<BertTokenizerFile> parseBertTokenizer(std::string_view json);

// tokenizer_config.json, with which transformers' AutoTokenizer reads the vocab.txt beside it; indented, ends with a
// newline. `longest`: tokens that the model takes.
std::string toBertTokenizerConfig(const BertTextRules &rules, std::int64_t longest);

} // namespace motley
