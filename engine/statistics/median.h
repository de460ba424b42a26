// The middle of numbers, which a few odd ones do not move.
#pragma once

#include <vector>

namespace motley {

// The median; the mean of the two middle values where their number is even, and 0 where there are none.
double median(std::vector<double> values);

// The standard deviation that normally distributed numbers of this median absolute deviation have.
double robustDeviation(const std::vector<double> &values);

// robustDeviation() plus twice its own standard error, which is large for few numbers: unknown noise counts as noise.
double cautiousDeviation(const std::vector<double> &values);

// A difference of this many standard errors is not chance, although a run has many steps and each could be the odd one.
constexpr double surelyErrors = 4;

} // namespace motley
