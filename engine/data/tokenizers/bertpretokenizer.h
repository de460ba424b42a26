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

// The text without control characters, with one kind of space, and without capitals and accents where these are not
// kept.
std::string bertNormalized(std::string_view text, const BertTextOptions &options);

// The words of a normalised text.
std::vector<std::string> splitBertWords(std::string_view normalized);

// The words of a text: control characters are dropped, spaces end words, and each punctuation mark is a word of its
// own.
std::vector<std::string> bertWords(std::string_view text, const BertTextOptions &options);

} // namespace motley
