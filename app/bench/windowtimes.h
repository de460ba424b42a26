// How fast the window answers while many machines train and a long run is open.
#pragma once

#include "app/bench/madehistory.h"

#include <utility>
#include <vector>

namespace motley {

struct WindowTimes {
    std::vector<std::pair<std::string, double>> interactions; // milliseconds of processor time without an answer
    struct Opening { // of the long run, in milliseconds
        double firstCurve = 0; // until there is a curve
        double whole = 0; // until all of it is drawn
        double longestTurn = 0;
    };
    Opening first;
    Opening again; // once there is a cache
    double searchMs = 0; // a letter in the filter of all runs
    double memoryMb = 0; // resident, once all is open
    double highestMemoryMb = 0;
    double closedMemoryMb = 0; // resident, once the long run is closed

    double worstInteraction() const;
};
Result<WindowTimes> timeWindow(const QString &home, const MadeHistory &history, const MadeSizes &sizes);

// Opens a window on `home`, and goes to another page by its rail; returns once that page is shown.
bool answersFirstClick(const QString &home);

struct PlotTimes {
    double frameMs = 0; // a picture
    double panMs = 0; // a picture of the same width beside the last one
    double memoryRatio = 0; // what the chart adds, and the values, over the values
};
PlotTimes timePlot(std::int64_t points);

double residentMb();

} // namespace motley
