// The pre-tokenization of BERT: normalises text and splits it at spaces and punctuation. Equal to Hugging Face's
// BertTokenizerFast for every character; its character tables are those of Unicode 8.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct BertTextOptions {
    bool lowercase = true; // as for the "uncased" models
    bool spaceChinese = true; // every ideograph is a word of its own
    std::optional<bool> stripAccents{}; // nullopt: as lowercase

    bool operator==(const BertTextOptions &) const = default;
};

// The words of a text: control characters are dropped, spaces end words, and each punctuation mark is a word of its
// own.
std::vector<std::string> bertWords(std::string_view text, const BertTextOptions &options);

} // namespace motley
