// Translation with a Transformer, trained on lines of text and their translations.
#pragma once

#include "engine/base/datapath.h"

#include <cstdint>

namespace motley {

struct TranslationModelSpec {
    enum class Size { Small, Base, Big };

    Size size = Size::Small; // base and big as in Vaswani et al. 2017
    double dropout = 0.1;
    double labelSmoothing = 0.1;
    int beam = 4; // hypotheses that beam search keeps in a test; 1: greedy
    double lengthPenalty = 1; // scores are divided by the length to this power

    bool operator==(const TranslationModelSpec &) const = default;
};

// Pairs of text files in UTF-8 whose lines are translations of each other. The job's batch counts tokens of the longer
// side.
struct TranslationData {
    DataPath trainSource{};
    DataPath trainTarget{};
    DataPath testSource{};
    DataPath testTarget{};
    DataPath pieces{}; // a SentencePiece model; empty: learned from both training files
    std::int64_t vocabulary = 8000; // pieces to learn
    std::int64_t longest = 256; // tokens of a side; longer pairs are left out

    bool operator==(const TranslationData &) const = default;
};

struct TranslationSpec {
    static constexpr const char *name = "translation";

    TranslationModelSpec model{};
    TranslationData data{};

    bool operator==(const TranslationSpec &) const = default;
};

} // namespace motley
