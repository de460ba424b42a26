// When training ends before its last step because it no longer improves: by the first metric of the tests, or the test
// loss where a task has no metrics, or because the learning rate has become too low to matter.
#pragma once

namespace motley {

struct EarlyStoppingSpec {
    int patience = 0; // tests in a row without a gain before the run ends; 0: it does not end early
    double leastGain = 0.0; // over the best test so far, for a test to count as better
    double leastRate = 0.0; // the run ends with the first epoch whose last step has this learning rate or less; 0: off

    bool operator==(const EarlyStoppingSpec &) const = default;
};

} // namespace motley
