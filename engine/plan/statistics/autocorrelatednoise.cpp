#include "engine/plan/statistics/autocorrelatednoise.h"

#include "engine/plan/statistics/median.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr double medianOverMean = 1.2533; // standard error of a median of normal numbers over that of their mean

// The mean correlation of values that are so far apart: further than noise that follows the one before, such as the
// page cache or a timer, and near enough for some thirty values to show it.
constexpr std::size_t nearest = 2;
constexpr std::size_t farthest = 6;

double lastingPart(std::vector<double> rests)
{
    double squares = 0;
    for (const double rest : rests)
        squares += rest * rest;
    if (rests.size() < fewestForNoise || squares <= 0)
        return 0;
    double products = 0;
    double pairs = 0;
    for (std::size_t apart = nearest; apart <= farthest; ++apart)
        for (std::size_t i = apart; i < rests.size(); ++i, ++pairs)
            products += rests[i] * rests[i - apart];
    return std::clamp(products / pairs / (squares / double(rests.size())), 0.0, 1.0);
}

} // namespace

Noise noiseOf(const std::vector<double> &values)
{
    constexpr double oddest = 3; // deviations: one step that took ten times as long says nothing of the others
    const double middle = median(values);
    const double deviation = cautiousDeviation(values);
    std::vector<double> rests;
    rests.reserve(values.size());
    for (const double value : values)
        rests.push_back(std::clamp(value - middle, -oddest * deviation, oddest * deviation));
    return {deviation, lastingPart(std::move(rests))};
}

Noise larger(const Noise &one, const Noise &other)
{
    return {std::max(one.deviation, other.deviation), std::max(one.autocorrelated, other.autocorrelated)};
}

double errorOfMedians(const Noise &noise, std::size_t before, std::size_t latest)
{
    const double parts = (before > 0 ? 1 / double(before) : 0) + 1 / double(latest);
    const double passing = medianOverMean * medianOverMean * parts * (1 - noise.autocorrelated);
    return noise.deviation * std::sqrt(passing + noise.autocorrelated);
}

} // namespace motley
