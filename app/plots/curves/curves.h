// Smooths long columns of numbers for drawing, and thins them without losing a peak. Pure functions.
#pragma once

#include "app/plots/curves/minmaxblocks.h"

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace motley {

// Exponential moving average without the pull towards zero at the beginning. weight 0 returns the values; NaN and
// infinity pass through and leave the average alone.
class Smoother {
public:
    explicit Smoother(double weight);

    double next(double value);

private:
    double m_weight;
    double m_average = 0;
    double m_remaining = 1; // weight to the power of the values seen
};

std::vector<double> smoothed(std::span<const double> values, double weight);
void smooth(std::span<const double> values, double weight, std::vector<double> &result); // in the room that it has

// The index of the point that is nearest to `at`, and no further from it than `reach`. `x` ascends.
std::optional<std::size_t> nearestPoint(std::span<const double> x, double at, double reach);

// The value of another column at the point that is nearest to `at`, however far; nullopt: there is no point, or no
// `at`.
std::optional<double> besideNearest(std::span<const double> x, std::optional<double> at, std::span<const double> other);

// The indices of the points with from <= x <= to: of the first, and behind the last.
std::pair<std::size_t, std::size_t> pointsWithin(std::span<const double> x, double from, double to);

struct CurvePoint {
    double x = 0;
    double y = 0;

    bool operator==(const CurvePoint &) const = default;
};

// The part of a curve with from <= x <= to, plus one neighbour on each side so that lines leave the picture. With more
// than four points a pixel column, each column is first, least, greatest and last value: every peak stays.
// x ascends; points that are not finite, or not positive when `positiveOnly`, are left out and counted. With `gaps`,
// one NaN stands where NaN was left out between points, so that no line is drawn over it. On a logarithmic x axis, for
// which `from` is positive, columns are as wide in the logarithm. `blocks` are those of y.
struct ThinnedCurve {
    std::vector<CurvePoint> points;
    std::size_t leftOut = 0;
    std::vector<double> marks{}; // along x, where points were left out: at most one a column
};
ThinnedCurve thinned(std::span<const double> x, std::span<const double> y, double from, double to, int columns,
    bool positiveOnly = false, bool gaps = false, bool logarithmicX = false, const MinMaxBlocks *blocks = nullptr);

} // namespace motley
