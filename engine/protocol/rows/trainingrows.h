// `rows`: the first rows of a job's data as they are trained.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

constexpr int mostTrainingRows = 100;

struct TextPiece {
    std::string text;
    bool learned = false; // the model learns to write it; otherwise it is given
    bool special = false; // a special token, written out

    bool operator==(const TextPiece &) const = default;
};

struct TrainingRow {
    std::string where{}; // "line 3 of train.jsonl"; empty: the place in the list says it
    std::vector<TextPiece> pieces{};
    std::int64_t tokens = 0; // that are trained or given; 0: not known before the run begins
    std::int64_t learned = 0; // of these
    std::int64_t cutTokens = 0; // that are lost, as the row is longer than a sample
    std::int64_t hiddenBytes = 0; // of the text, which is too long to be shown whole
    std::string leftOut{}; // why nothing of it is trained; empty: it is trained

    bool operator==(const TrainingRow &) const = default;
};

struct TrainingRows {
    std::vector<TrainingRow> rows{};
    std::vector<std::string> notes{}; // for people

    bool operator==(const TrainingRows &) const = default;
};

std::string toJson(const TrainingRows &rows); // one line; what is no UTF-8 becomes U+FFFD
Result<TrainingRows> parseTrainingRows(std::string_view json);

} // namespace motley
