#include "engine/statistics/mean.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace motley {

namespace {

constexpr std::size_t oddOneIn = 50; // values
constexpr double deviationError = 0.71; // relative error of a standard deviation of n values, times sqrt(n)

} // namespace

double mean(const std::vector<double> &values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / double(std::max<std::size_t>(values.size(), 1));
}

std::vector<double> winsorized(std::vector<double> values)
{
    const std::size_t odd = (values.size() + oddOneIn - 1) / oddOneIn;
    if (values.size() <= 2 * odd)
        return values;
    std::vector<double> ordered = values;
    const auto smallest = ordered.begin() + std::ptrdiff_t(odd);
    const auto largest = ordered.end() - 1 - std::ptrdiff_t(odd);
    std::nth_element(ordered.begin(), smallest, ordered.end());
    const double least = *smallest;
    std::nth_element(smallest, largest, ordered.end());
    for (double &value : values)
        value = std::clamp(value, least, *largest);
    return values;
}

double cautiousStandardDeviation(const std::vector<double> &values)
{
    const double middle = mean(values);
    const auto count = double(std::max<std::size_t>(values.size(), 1));
    double squares = 0;
    for (const double value : values)
        squares += (value - middle) * (value - middle);
    return (1 + 3 * deviationError / std::sqrt(count)) * std::sqrt(squares / count);
}

double cautiousErrorOfMean(const std::vector<double> &values)
{
    return cautiousStandardDeviation(values) / std::sqrt(double(std::max<std::size_t>(values.size(), 1)));
}

} // namespace motley
