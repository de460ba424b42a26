// Makes BERT's pre-training rows from documents (Devlin et al. 2018, appendix A): two spans of sentences with masked
// tokens; in half of the rows the second span is from another document. A pure function of text and random key.
#pragma once

#include "engine/base/keyedrandom.h"
#include "engine/data/tokenizers/tokenizer.h"

namespace motley {

struct BertExampleOptions {
    std::int64_t length = 128; // tokens in a row
    std::int64_t mostPredictions = 20; // masked tokens in a row
    double maskedShare = 0.15; // of the tokens: 80 % of them become [MASK], 10 % another token, 10 % stay
    double shortShare = 0.1; // of the rows, which are made shorter so that the model sees short texts
};

// Ids of the special tokens and of the words.
struct BertMarks {
    std::int32_t classify = 0;
    std::int32_t separate = 0;
    std::int32_t mask = 0;
    std::vector<std::int32_t> words; // ids that may replace a masked token
};

struct BertExample {
    TokenIds ids; // [CLS] first [SEP] second [SEP], with masked tokens replaced; no padding
    std::size_t secondStart = 0; // index of the second span's first token
    bool isRandom = false; // the second span does not follow the first: label 1
    std::vector<std::int32_t> positions; // of the masked tokens, ascending
    TokenIds maskedIds; // original ids at `positions`
};

using TokenDocument = std::vector<TokenIds>; // sentences, none empty

// The rows of documents[document]; random second spans come from the other documents. Requires at least two documents,
// none empty.
std::vector<BertExample> makeBertExamples(const std::vector<TokenDocument> &documents, std::size_t document,
    const BertMarks &marks, const BertExampleOptions &options, Random random);

} // namespace motley
