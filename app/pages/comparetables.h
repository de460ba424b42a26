// The tables of a comparison: what runs came to, and the settings that differ.
#pragma once

#include "app/report/runfigures.h"

#include <vector>

class QStandardItemModel;

namespace motley {

// A row for each run, which has the colour and the dash of its curve.
void fillFigures(QStandardItemModel &table, const std::vector<RunFigures> &runs, int baseline);
void fillSettings(QStandardItemModel &table, const std::vector<RunFigures> &runs); // a column for each run

} // namespace motley
