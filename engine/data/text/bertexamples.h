// Makes BERT's pre-training rows out of documents (Devlin et al. 2018, appendix A): two spans of sentences, the second
// in half of the rows from elsewhere, and masked tokens. A pure function of text and key.
#pragma once

#include "engine/base/keyedrandom.h"
#include "engine/data/tokenizers/tokenizer.h"

namespace motley {

struct BertExampleOptions {
    std::int64_t length = 128; // of a row
    std::int64_t mostPredictions = 20;
    double maskedShare = 0.15; // of the tokens; of these 80 % become [MASK], 10 % another token, 10 % stay
    double shortShare = 0.1; // of the rows are made shorter, so that the model sees short texts
};

// The tokens that are not words.
struct BertMarks {
    std::int32_t classify = 0;
    std::int32_t separate = 0;
    std::int32_t mask = 0;
    std::vector<std::int32_t> words; // what a masked token may be replaced by
};

struct BertExample {
    TokenIds ids; // [CLS] first [SEP] second [SEP], masked already; no padding
    std::size_t secondStart = 0; // index of the second span
    bool isRandom = false; // the second span does not follow the first: label 1
    std::vector<std::int32_t> positions; // of the masked tokens, ascending
    TokenIds maskedIds; // what stood there
};

using TokenDocument = std::vector<TokenIds>; // sentences, none empty

// Of one document; the others lend second spans. At least two documents, none empty.
std::vector<BertExample> makeBertExamples(const std::vector<TokenDocument> &documents, std::size_t document,
    const BertMarks &marks, const BertExampleOptions &options, Random random);

} // namespace motley
