// When training ends before its last step because it does not get better any more. What counts is the first metric of
// a test, or its loss where a task has none; or when the learning rate has become too low to matter.
#pragma once

namespace motley {

struct EarlyStoppingSpec {
    int patience = 0; // tests in a row without a gain before the run ends; 0: it does not end early
    double leastGain = 0.0; // over the best test, for a test to count as one
    double leastRate = 0.0; // the run ends with the first epoch whose last step has this learning rate or less; 0: none

    bool operator==(const EarlyStoppingSpec &) const = default;
};

} // namespace motley
