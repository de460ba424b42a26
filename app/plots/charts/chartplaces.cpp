#include "app/plots/charts/chartplaces.h"

#include "app/widgets/pageelements.h"

#include <algorithm>

namespace motley {

namespace {

constexpr int leastLoss = 280; // of the height of the loss
constexpr int leastTimeline = 284;
constexpr int leastSmall = 160;
constexpr int smallWidth = 310; // that a chart below has at least, where there are two or three in a row
constexpr int mostInARow = 3;
constexpr double lossPart = 0.6; // of the width

} // namespace

ChartPlaces placeCharts(const ChartSizes &sizes)
{
    ChartPlaces places;
    const int columns = std::clamp((sizes.width + gap) / (smallWidth + gap), 1, mostInARow);
    const int rows = (sizes.smallCount + columns - 1) / columns;
    const int least = std::max(leastTimeline, sizes.timeline);
    const int lineTop = gap + sizes.line;
    places.leastHeight = leastLoss + gap + least + rows * (gap + std::max(leastSmall, sizes.smallHeight)) + lineTop;
    const int spare = std::max(0, sizes.height - places.leastHeight) / (rows + 2);
    const int lossHeight = leastLoss + spare;
    const int timelineHeight = least + spare;
    const int above = lossHeight + gap + timelineHeight;
    const int bottom = std::max(sizes.height, places.leastHeight) - lineTop;
    const int lossWidth = static_cast<int>((sizes.width - gap) * lossPart);
    places.loss = QRect(0, 0, lossWidth, lossHeight);
    places.machines = QRect(lossWidth + gap, 0, sizes.width - lossWidth - gap, lossHeight);
    places.timeline = QRect(0, lossHeight + gap, sizes.width, timelineHeight);
    places.line = QRect(0, bottom + gap, sizes.width, sizes.line);
    for (int i = 0; i < sizes.smallCount;
         ++i) { // with all remainders of the divisions, so that the edges meet the page's
        const int column = i % columns;
        const int row = i / columns;
        const auto left = [&](int at) { return at * (sizes.width + gap) / columns; };
        const auto top = [&](int at) { return above + gap + at * (bottom - above) / rows; };
        places.small.emplace_back(
            left(column), top(row), left(column + 1) - gap - left(column), top(row + 1) - gap - top(row));
    }
    return places;
}

} // namespace motley
