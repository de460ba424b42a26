// Columns of a terminal: how many there are, how many a text takes, and what of it fits.
#pragma once

#include <QString>

#include <limits>

namespace motley {

constexpr int unlimitedColumns = std::numeric_limits<int>::max();

int columnsOfTerminal(int file); // unlimitedColumns: the file is no terminal, or one that does not say
int columnsOf(const QString &text); // a Chinese character takes two, a mark of direction none
QString filling(const QString &text, int columns); // the spaces that a text lacks to take so many columns

// Keeps as many words of a line as fit, and puts an ellipsis in place of the others. A first word that is longer than
// the line is cut.
QString cutToColumns(const QString &line, int columns);

} // namespace motley
