// Which small charts of a run are shown, and in which order. The user's choice is kept as a text in the settings.
#pragma once

#include <QString>

#include <vector>

namespace motley {

struct ChartPlace {
    QString chart; // a name without spaces
    bool isShown = true;

    bool operator==(const ChartPlace &) const = default;
};

using ChartLayout = std::vector<ChartPlace>; // each chart once

QString textOf(const ChartLayout &layout); // "tests throughput -power", where power is not shown
// Has the charts of `usual`, as the text has them. One that the text does not name, as it is new, comes after the one
// that it follows in `usual`; a name that is not in `usual` is passed over.
ChartLayout chartLayoutOf(const QString &text, const ChartLayout &usual);

} // namespace motley
