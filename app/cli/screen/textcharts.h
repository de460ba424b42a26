// Curves and sparklines of characters, for a terminal.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace motley {

struct ValueRange {
    double least = 0;
    double most = 0;

    bool operator==(const ValueRange &) const = default;
};

// The mean of each of so many equal parts of the values. NaN: nothing finite is in that part. Where there are fewer
// values than parts, each value is a part.
std::vector<double> meansOfParts(const std::vector<double> &values, std::size_t parts);
ValueRange finiteRange(const std::vector<double> &values); // 0 to 0: none is finite

// A curve through the values, left to right, of Braille characters: each has 2 x 4 dots. `rows` lines of at most
// `columns` characters, the highest values first.
QStringList brailleCurve(const std::vector<double> &values, const ValueRange &range, int columns, int rows);

QString sparkline(const std::vector<double> &parts, int columns); // the latest values, from 0 to 1; a blank for NaN

} // namespace motley
