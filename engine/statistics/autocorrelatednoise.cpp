#include "engine/statistics/autocorrelatednoise.h"

#include "engine/statistics/median.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr double oddest = 3; // deviations: one step that took ten times as long says nothing of the others

// The rule of thumb of W. K. Newey and K. D. West, "Automatic lag selection in covariance matrix estimation", Review of
// Economic Studies 61, 1994. More of them take a change of the level for noise.
std::size_t lagsOf(std::size_t size)
{
    return std::size_t(4 * std::pow(double(size) / 100, 2.0 / 9));
}

} // namespace

double longRunDeviation(const std::vector<double> &values)
{
    const double middle = median(values);
    const double deviation = cautiousDeviation(values);
    std::vector<double> rests;
    rests.reserve(values.size());
    for (const double value : values)
        rests.push_back(std::clamp(value - middle, -oddest * deviation, oddest * deviation));
    const auto productsOfThose = [&](std::size_t apart) {
        double sum = 0;
        for (std::size_t i = apart; i < rests.size(); ++i)
            sum += rests[i] * rests[i - apart];
        return sum;
    };
    const double squares = productsOfThose(0);
    if (squares <= 0)
        return 0;
    const std::size_t lags = lagsOf(values.size());
    double inflation = 1; // of the variance
    for (std::size_t apart = 1; apart <= lags; ++apart)
        inflation += 2 * (1 - double(apart) / double(lags + 1)) * productsOfThose(apart) / squares;
    return deviation * std::sqrt(std::max(inflation, 1.0));
}

} // namespace motley
