// What BERT does to text before it looks words up: normalises it and cuts it at spaces and punctuation. Character for
// character as Hugging Face's BertTokenizerFast, whose character tables are Unicode 8's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct BertTextOptions {
    bool lowercase = true; // also takes accents off: how the "uncased" models were made
    bool spaceChinese = true; // every ideograph is a word of its own
};

// Control characters are dropped, spaces end words, a punctuation mark is a word of its own.
std::vector<std::string> bertWords(std::string_view text, const BertTextOptions &options);

} // namespace motley
