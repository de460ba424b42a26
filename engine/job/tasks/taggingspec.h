// Token classification: a label for each word of a sentence, such as the kind of name that the word is part of.
#pragma once

#include "engine/base/datapath.h"

#include <cstdint>

namespace motley {

enum class LetterCase { OfModel, Lower, Kept }; // Lower: words lose capitals and accents

struct TaggingModelSpec {
    DataPath start{}; // a Hugging Face BERT folder with its tokenizer
    LetterCase lowercase = LetterCase::OfModel; // OfModel: as the folder's tokenizer has it

    bool operator==(const TaggingModelSpec &) const = default;
};

struct TaggedData {
    DataPath train{}; // CoNLL: one word per line with its tag in the last column, a blank line between sentences
    DataPath test{};
    std::int64_t longest = 128; // word pieces of a sentence; training cuts longer ones, tests take them in parts

    bool operator==(const TaggedData &) const = default;
};

struct TaggingSpec {
    static constexpr const char *name = "token-classification";

    TaggingModelSpec model{};
    TaggedData data{};

    bool operator==(const TaggingSpec &) const = default;
};

} // namespace motley
