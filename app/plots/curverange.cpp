#include "app/plots/curverange.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace motley {

namespace {

constexpr std::size_t fewValues = 50; // of which none is wild
constexpr std::size_t enoughForPercentiles = 8192; // of more values each n-th is looked at
constexpr double farOff = 2; // distances between the percentiles
constexpr double decade = 10;

bool isDrawn(double value, bool logarithmic)
{
    return std::isfinite(value) && (!logarithmic || value > 0);
}

double percentile(std::vector<double> &values, double part)
{
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

} // namespace

std::optional<CurveRange> rangeOf(std::span<const double> values, bool logarithmic)
{
    const auto counts = [logarithmic](double value) { return isDrawn(value, logarithmic); };
    CurveRange range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const double value : values)
        if (counts(value)) {
            range.least = std::min(range.least, value);
            range.greatest = std::max(range.greatest, value);
        }
    if (range.least > range.greatest)
        return std::nullopt;
    range.from = range.least;
    range.to = range.greatest;
    const std::size_t stride = values.size() / enoughForPercentiles + 1;
    std::vector<double> some;
    for (std::size_t i = 0; i < values.size(); i += stride)
        if (counts(values[i]))
            some.push_back(logarithmic ? std::log10(values[i]) : values[i]);
    if (some.size() < fewValues)
        return range;
    const double low = percentile(some, 0.01);
    const double high = percentile(some, 0.99);
    // A value that is not far from the others by its own size is not wild, as a warm-up from 0 is not.
    const double room = std::max(farOff * (high - low), logarithmic ? std::log10(decade) : std::abs(high));
    const auto back = [logarithmic](double value) { return logarithmic ? std::pow(decade, value) : value; };
    range.from = std::max(range.least, back(low - room));
    range.to = std::min(range.greatest, back(high + room));
    return range;
}

std::size_t countOutside(std::span<const double> values, double from, double to, bool logarithmic)
{
    const auto isOutside = [&](double value) { return isDrawn(value, logarithmic) && (value < from || value > to); };
    return static_cast<std::size_t>(std::count_if(values.begin(), values.end(), isOutside));
}

} // namespace motley
