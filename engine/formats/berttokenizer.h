// The tokenizer of a BERT folder.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/tokenizerfiles.h"

#include <optional>

namespace motley {

// What the files say of how text is normalised; nullopt: nothing.
struct BertTextRules {
    std::optional<bool> lowercase;
    std::optional<bool> stripAccents; // as lowercase where no file says it
    std::optional<bool> spaceChinese; // every ideograph is a word of its own

    bool operator==(const BertTextRules &) const = default;
};

struct BertTokenizerParts : TokenizerParts {
    BertTextRules rules;
};

// As in transformers tokenizer_config.json comes before tokenizer.json in the rules where tokenizer_class is BERT's,
// else after it. Errors name the file: what this program would compute differently, such as another kind of tokenizer,
// and ids that are not 0, 1, 2, ...
Result<BertTokenizerParts> parseBertTokenizer(const TokenizerFiles &files);

} // namespace motley
