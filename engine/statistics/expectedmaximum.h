// How long the slowest of several ranks takes where each step is a little different.
#pragma once

#include <vector>

namespace motley {

struct NoisyTime {
    double seconds = 0;
    double deviation = 0; // standard deviation, in seconds
};

// The mean of the longest of these, each normally distributed and independent of the others: more than the longest
// mean, the more so the more there are. Integrated numerically, to about 0.1 % of the largest deviation.
double expectedMaximum(const std::vector<NoisyTime> &times);

} // namespace motley
