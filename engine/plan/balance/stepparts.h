// Where the time of a run's steps went, to compare with the prediction.
#pragma once

#include "engine/protocol/event.h"

#include <vector>

namespace motley {

// Medians over the steps, in seconds; 0: no step was taken. Compute, exchange and data times are those of the rank that
// waited least in the step: its waiting is caused by the network, while the waiting of the other ranks includes its
// computing.
class StepParts {
public:
    void take(const StepDone &step);

    double stepSeconds() const;
    double computeSeconds() const;
    double exchangeSeconds() const; // the part that computing does not hide
    double dataSeconds() const;

private:
    std::vector<double> m_steps, m_compute, m_exchange, m_data;
};

} // namespace motley
