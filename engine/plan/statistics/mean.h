// Means of step times. What a machine does over a long time follows from the time of all steps together, and not from
// that of most: under a quota of processor time most steps run at full speed, and some stand still.
#pragma once

#include <vector>

namespace motley {

double mean(const std::vector<double> &values); // of none 0

// The largest and the smallest 2 % of the values, at least one of each, are replaced by the nearest of the others, so
// that a single odd step does not count (winsorizing; W. J. Dixon, Annals of Mathematical Statistics 31, 1960).
std::vector<double> winsorized(std::vector<double> values);

// The standard deviation, and twice its own standard error, which of few values is large.
double cautiousStandardDeviation(const std::vector<double> &values);

// The standard error of the mean of independent values, from that deviation.
double cautiousErrorOfMean(const std::vector<double> &values);

} // namespace motley
