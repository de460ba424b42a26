// `rows`: the first rows of a job's data as they are trained.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
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
    bool isWithoutAnswer = false; // which is why it is left out

    bool operator==(const TrainingRow &) const = default;
};

struct LeftOutRows {
    std::string why{};
    std::int64_t rows = 0;
    std::string first{}; // as TrainingRow::where

    bool operator==(const LeftOutRows &) const = default;
};

struct RowCounts {
    std::int64_t rows = 0; // those below included
    std::int64_t cutRows = 0;
    std::int64_t cutTokens = 0; // that these lose
    std::int64_t withoutAnswer = 0; // left out, as nothing of them would be learned
    std::vector<LeftOutRows> leftOut{}; // for other reasons

    bool operator==(const RowCounts &) const = default;
};

struct TrainingRows {
    std::vector<TrainingRow> rows{};
    std::int64_t length = 0; // tokens at which rows are cut; 0: rows of this kind are not counted
    std::optional<RowCounts> training{};
    std::optional<RowCounts> test{};
    bool isWhole = true; // otherwise there may be more rows than were counted
    std::vector<std::string> notes{}; // for people

    bool operator==(const TrainingRows &) const = default;
};

std::string toJson(const TrainingRows &rows); // one line; what is no UTF-8 becomes U+FFFD
Result<TrainingRows> parseTrainingRows(std::string_view json);

} // namespace motley
