// Means of step times. The pace of a machine follows from the time of all its steps, not from that of most: under a
// quota of processor time most steps run at full speed, and some stand still.
#pragma once

#include <vector>

namespace motley {

double mean(const std::vector<double> &values); // of none 0

// The largest and the smallest 2 % of the values, at least one of each, are replaced by the nearest of the others, so
// that a single odd step does not count (winsorizing; W. J. Dixon, Annals of Mathematical Statistics 31, 1960).
std::vector<double> winsorized(std::vector<double> values);

// The standard deviation plus twice its own standard error, which is large for few values.
double cautiousStandardDeviation(const std::vector<double> &values);

// The standard error of the mean of independent values, from that deviation.
double cautiousErrorOfMean(const std::vector<double> &values);

} // namespace motley
