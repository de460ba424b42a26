// Token classification: a label for each word of a sentence, such as the kind of name that the word is part of.
#pragma once

#include "engine/base/datapath.h"

#include <cstdint>

namespace motley {

struct TaggingModelSpec {
    DataPath start{}; // a Hugging Face BERT folder with its vocab.txt
    bool lowercase = true; // must be as the vocabulary was made

    bool operator==(const TaggingModelSpec &) const = default;
};

struct TaggedData {
    DataPath train{}; // CoNLL: one word per line with its tag in the last column, a blank line between sentences
    DataPath test{};
    std::int64_t longest = 128; // word pieces of a sentence; longer ones are cut

    bool operator==(const TaggedData &) const = default;
};

struct TaggingSpec {
    static constexpr const char *name = "token-classification";

    TaggingModelSpec model{};
    TaggedData data{};

    bool operator==(const TaggingSpec &) const = default;
};

} // namespace motley
