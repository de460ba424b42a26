// How far chance carries the mean of a series whose values follow those before: what other programs, the host of a
// virtual machine or a warm processor do to a step, they most often do to the next ones too.
#pragma once

#include <vector>

namespace motley {

// The deviation that independent values would have whose means vary as much as means of these, which are in the order
// of their time (W. K. Newey and K. D. West, Econometrica 55, 1987). Robust and cautious.
double longRunDeviation(const std::vector<double> &values);

} // namespace motley
