// How many rows of a language model's data are cut and left out, and why.
#pragma once

#include "engine/protocol/rows/trainingrows.h"

namespace motley {

// Adds a row that was encoded, or left out.
void countRow(const TrainingRow &row, RowCounts &counts);

// Of all rows that were counted, those that are trained or tested on.
std::int64_t rowsKept(const RowCounts &counts);

// A reason that words of a file may make as long as they like.
std::string shortReason(std::string why);

} // namespace motley
