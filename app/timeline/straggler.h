// Which machine the others waited for in the latest steps, and how fast the run would be without it. Pure functions.
#pragma once

#include "engine/plan/balance/runmembers.h"

#include <deque>
#include <optional>

namespace motley {

struct Straggler {
    int steps = 0; // looked at
    int machine = -1; // that the others waited for in most of the steps; -1: none waited, or there are no others
    int waitedSteps = 0; // of them, those that waited for it
    double waitedPart = 0; // of the time of all steps, the mean over the ranks of other machines
    // The speed without the machine over the speed now, where its part of the batch goes to the others. nullopt: it is
    // not known, as nothing was measured of the others or they may not take the batch.
    std::optional<double> speedWithout;
};

// The last rank to enter the exchange waits least in it: the others waited for its machine. A step in which they waited
// for less than a hundredth of it counts for no machine. `latest`: of the same ranks, oldest first.
Straggler stragglerOf(const std::deque<StepDone> &latest, const Plan &plan);

} // namespace motley
