// What most of some numbers are near to, whatever the few others say.
#pragma once

#include <vector>

namespace motley {

// Of an even number of values the mean of the two in the middle; of none 0.
double median(std::vector<double> values);

// The standard deviation that normally distributed numbers of this median absolute deviation have.
double robustDeviation(const std::vector<double> &values);

// The same and twice its own standard error, which of few numbers is large: what is not known of noise counts as noise.
double cautiousDeviation(const std::vector<double> &values);

} // namespace motley
