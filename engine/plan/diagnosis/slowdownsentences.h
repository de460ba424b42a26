// Sentences about a slowdown, in English. Their numbers stand apart, so that a terminal writes them as they are and a
// window in the language of its reader.
#pragma once

#include "engine/protocol/slowdown.h"

#include <vector>

namespace motley {

struct Quantity {
    enum class Unit { Number, Times, Percent, FinePercent, Watts, Bytes };

    double value = 0;
    Unit unit = Unit::Number;
};

// The subject is a machine or a rank, whose name stands before the sentence.
struct SlowdownSentence {
    const char *words = ""; // the quantities' places in it are %1 and %2; the context of its translations is Slowdown
    std::vector<Quantity> quantities = {};
};

enum class Company { Others, None }; // of the slow machine in its run

// While a run goes on: what is slow, why, and what the run or a user can do about it; or that it is over.
std::vector<SlowdownSentence> slowdownSentences(const Slowdown &slowdown, Company company = Company::Others);

// At the end of a run, for a terminal alone: the last of them is in English only.
std::vector<SlowdownSentence> pastSlowdownSentences(const Slowdown &slowdown);

} // namespace motley
