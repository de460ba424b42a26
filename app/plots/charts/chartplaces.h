// Where the charts of a run stand on its page: loss with the machines beside it, the time line, small ones in rows
// below, and a line at the end.
#pragma once

#include <QRect>

#include <vector>

namespace motley {

struct ChartSizes { // pixels
    int width = 0;
    int height = 0;
    int timeline = 0; // that it needs at least
    int smallHeight = 0; // that the highest of the small charts needs
    int smallCount = 0;
    int line = 0; // height of what stands below all
};

struct ChartPlaces {
    int leastHeight = 0; // of all; in a lower page they scroll
    QRect loss, machines, timeline, line;
    std::vector<QRect> small; // in their order
};

ChartPlaces placeCharts(const ChartSizes &sizes); // from left to right

} // namespace motley
