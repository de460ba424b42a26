#include "app/cli/screen/textcharts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace motley {

namespace {

constexpr int dotsAcross = 2; // of a Braille character
constexpr int dotsDown = 4;
constexpr char16_t emptyBraille = 0x2800;
constexpr std::array<std::array<char16_t, dotsDown>, dotsAcross> dots{{{1, 2, 4, 64}, {8, 16, 32, 128}}};
constexpr char16_t lowestBlock = 0x2581;
constexpr int blocks = 8;

// Counted from the top.
int dotRowOf(double value, const ValueRange &range, int dotRows)
{
    const double span = range.most - range.least;
    const double part = span > 0 ? (value - range.least) / span : 0.5;
    return std::clamp(int(std::lround((1 - part) * (dotRows - 1))), 0, dotRows - 1);
}

} // namespace

std::vector<double> meansOfParts(const std::vector<double> &values, std::size_t parts)
{
    if (values.size() <= parts)
        return values;
    std::vector<double> means(parts, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t part = 0; part < parts; ++part) {
        double sum = 0;
        int finite = 0;
        for (std::size_t i = part * values.size() / parts; i < (part + 1) * values.size() / parts; ++i)
            if (std::isfinite(values[i])) {
                sum += values[i];
                ++finite;
            }
        if (finite > 0)
            means[part] = sum / finite;
    }
    return means;
}

ValueRange finiteRange(const std::vector<double> &values)
{
    ValueRange range;
    bool isFirst = true;
    for (const double value : values) {
        if (!std::isfinite(value))
            continue;
        range.least = isFirst ? value : std::min(range.least, value);
        range.most = isFirst ? value : std::max(range.most, value);
        isFirst = false;
    }
    return range;
}

QStringList brailleCurve(const std::vector<double> &values, const ValueRange &range, int columns, int rows)
{
    const std::vector<double> shown = meansOfParts(values, std::size_t(columns) * dotsAcross);
    const int width = int(shown.size() + dotsAcross - 1) / dotsAcross;
    QStringList lines(rows, QString(width, QChar(emptyBraille)));
    const auto set = [&](int x, int y) {
        QChar &character = lines[y / dotsDown][x / dotsAcross];
        character = QChar(character.unicode() | dots[std::size_t(x % dotsAcross)][std::size_t(y % dotsDown)]);
    };
    int before = -1;
    for (int x = 0; x < int(shown.size()); ++x) {
        if (!std::isfinite(shown[std::size_t(x)])) {
            before = -1;
            continue;
        }
        const int y = dotRowOf(shown[std::size_t(x)], range, rows * dotsDown);
        set(x, y);
        for (int between = before; before >= 0 && between != y; between += before < y ? 1 : -1)
            if (between != before)
                set(x, between);
        before = y;
    }
    return lines;
}

QString sparkline(const std::vector<double> &parts, int columns)
{
    QString line;
    const std::size_t shown = std::min(parts.size(), std::size_t(std::max(0, columns)));
    for (std::size_t i = parts.size() - shown; i < parts.size(); ++i) {
        const bool isKnown = std::isfinite(parts[i]);
        const int level = isKnown ? std::clamp(int(parts[i] * blocks), 0, blocks - 1) : 0;
        line += isKnown ? QChar(char16_t(lowestBlock + level)) : QChar(QLatin1Char(' '));
    }
    return line;
}

} // namespace motley
