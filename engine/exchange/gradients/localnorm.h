// The norm of a rank's own gradients, before they are summed: what the gradient noise scale is measured by.
#pragma once

#include "engine/exchange/gradients/gradientexchange.h"

#include <map>

namespace motley {

class LocalNorm {
public:
    GradientExchange::OnBucket measure(); // for the next exchange; forgets what was measured before
    double square() const; // over all buckets that were measured; waits for the device once

private:
    std::map<std::size_t, at::Tensor> m_squares; // of the buckets, on this rank's device
};

} // namespace motley
