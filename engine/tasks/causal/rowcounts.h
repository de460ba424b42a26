// How many rows of a language model's data are cut and left out, and why.
#pragma once

#include "engine/data/chat/tokens/trainingencoder.h"
#include "engine/protocol/rows/trainingrows.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

// What is trained of a row that became these tokens, of which the first `length` are kept; without its text.
void measureRow(const TrainingTokens &tokens, std::int64_t length, TrainingRow &row);
void leaveOut(const std::string &why, TrainingRow &row); // what words of a file may make long is cut

// Adds a row that was measured, or left out.
void countRow(const TrainingRow &row, RowCounts &counts);

// Of all rows that were counted, those that are trained or tested on.
std::int64_t rowsKept(const RowCounts &counts);

// For people, of what is cut and left out; `what`: "training data". `firstWithoutAnswer`: as TrainingRow::where.
std::vector<std::string> sentencesOn(
    const RowCounts &counts, const std::string &what, std::int64_t length, const std::string &firstWithoutAnswer);

} // namespace motley
