// The machines of a run as lines of a terminal, one each: state, share, speed, waiting, load.
#pragma once

#include "app/cli/screen/screentext.h"
#include "app/models/metricseries.h"

#include <QCoreApplication>

namespace motley {

class MachineLines {
    Q_DECLARE_TR_FUNCTIONS(motley::MachineLines)
};

// A header and at most so many machines; the last line then says how many are left out. Columns that do not fit are
// left out, the least important first. Empty: the run has no machines yet.
std::vector<ScreenLine> machineLines(const MetricSeries &series, int columns, std::size_t most);

} // namespace motley
