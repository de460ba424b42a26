// What most of some numbers are near to, whatever the few others say.
#pragma once

#include <cstddef>
#include <vector>

namespace motley {

// Of an even number of values the mean of the two in the middle; of none 0.
double median(std::vector<double> values);

// The standard deviation that normally distributed numbers of this median absolute deviation have.
double robustDeviation(const std::vector<double> &values);

// The same and twice its own standard error, which of few numbers is large: what is not known of noise counts as noise.
double cautiousDeviation(const std::vector<double> &values);

// The standard error of the difference between the medians of that many independent, normally distributed values.
// `before` may be 0: of one median alone.
double errorOfMedians(double deviation, std::size_t before, std::size_t latest);

// A difference of so many standard errors is no chance: a run has many steps, each of which could be the odd one.
constexpr double surelyErrors = 4;

} // namespace motley
