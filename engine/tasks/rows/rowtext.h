// Pieces of text of a row that people see, of which a long one is not shown whole.
#pragma once

#include "engine/protocol/rows/trainingrows.h"

#include <string>

namespace motley {

constexpr std::size_t longestRowShown = 8 << 10; // bytes

// Adds the piece, to the one before where both are of one kind.
void addPiece(TrainingRow &row, TextPiece piece);

} // namespace motley
