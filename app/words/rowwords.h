// The first rows of data as they are trained, in sentences.
#pragma once

#include "engine/protocol/rows/trainingrows.h"

#include <QString>
#include <QStringList>

namespace motley {

QString rowHead(const TrainingRow &row, int number); // "Row 2 · 140 tokens, 64 of them learned · 12 tokens cut off"

// How many rows there are to train and to test, how many of them are cut and left out, and why; then what the engine
// remarks. Empty: rows of this kind are not counted.
QStringList rowCountSentences(const TrainingRows &rows);

} // namespace motley
