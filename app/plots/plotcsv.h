// The numbers of a chart for other programs: unthinned, in the C locale, with the time of each in UTC.
#pragma once

#include "app/plots/metricplot.h"

#include <QIODevice>

namespace motley {

enum class CsvLayout {
    Long, // a row for each point: curve, x, time, value
    Wide, // a row for each x: x, time, and a column for each curve, empty where it has no point
};

void writeCsv(QIODevice &device, const std::vector<PlotCurve> &curves, const PlotOrigin &origin, CsvLayout layout);

} // namespace motley
