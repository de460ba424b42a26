// How far chance carries the mean of a series whose neighbouring values are alike: another program, the host of a
// virtual machine or a warm processor disturbs several steps in a row.
#pragma once

#include <vector>

namespace motley {

// The deviation of independent values whose means would vary as much as the means of these values, which are in order
// of time (W. K. Newey and K. D. West, Econometrica 55, 1987). Robust and cautious.
double longRunDeviation(const std::vector<double> &values);

} // namespace motley
