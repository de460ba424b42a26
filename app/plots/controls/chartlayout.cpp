#include "app/plots/controls/chartlayout.h"

#include <QStringList>

#include <algorithm>

namespace motley {

namespace {

constexpr QLatin1Char hidden('-');

auto find(const ChartLayout &layout, const QString &chart)
{
    return std::find_if(
        layout.begin(), layout.end(), [&chart](const ChartPlace &place) { return place.chart == chart; });
}

} // namespace

QString textOf(const ChartLayout &layout)
{
    QStringList words;
    for (const ChartPlace &place : layout)
        words << (place.isShown ? place.chart : hidden + place.chart);
    return words.join(QLatin1Char(' '));
}

ChartLayout chartLayoutOf(const QString &text, const ChartLayout &usual)
{
    ChartLayout layout;
    for (const QString &word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const bool isShown = !word.startsWith(hidden);
        const QString chart = isShown ? word : word.mid(1);
        if (find(usual, chart) != usual.end() && find(layout, chart) == layout.end())
            layout.push_back({chart, isShown});
    }
    for (auto place = usual.begin(); place != usual.end(); ++place) {
        if (find(layout, place->chart) != layout.end())
            continue;
        const auto before = place == usual.begin() ? layout.end() : find(layout, std::prev(place)->chart);
        layout.insert(before == layout.end() ? layout.begin() : std::next(before), *place);
    }
    return layout;
}

} // namespace motley
