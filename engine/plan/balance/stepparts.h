// Where the time of a run's steps went, to be held against what was predicted.
#pragma once

#include "engine/protocol/event.h"

#include <vector>

namespace motley {

// Medians over the steps, in seconds; 0: there was none. The parts are those of the rank that waited least for others
// in a step: what it waits for is the network, and what it computes the others wait for.
class StepParts {
public:
    void take(const StepDone &step);

    double stepSeconds() const;
    double computeSeconds() const;
    double exchangeSeconds() const; // as far as computing does not hide it
    double dataSeconds() const;

private:
    std::vector<double> m_steps, m_compute, m_exchange, m_data;
};

} // namespace motley
