// Where the time of a run's steps went, to compare with the prediction.
#pragma once

#include "engine/protocol/event.h"

namespace motley {

// Means over the steps, in seconds; their product with the number of steps is the time of the run. 0: no step was made.
// Compute, exchange and data times are those of the rank that waited least in each step: only the network makes it
// wait, while other ranks also wait for slower computing.
class StepParts {
public:
    void add(const StepDone &step);

    double stepSeconds() const { return m_step.value(); }
    double computeSeconds() const { return m_compute.value(); }
    double exchangeSeconds() const { return m_exchange.value(); } // the part that computing does not hide
    double dataSeconds() const { return m_data.value(); }

private:
    struct Mean {
        double sum = 0;
        double count = 0;

        void add(double value);
        double value() const { return count > 0 ? sum / count : 0; }
    };

    Mean m_step, m_compute, m_exchange, m_data;
};

} // namespace motley
