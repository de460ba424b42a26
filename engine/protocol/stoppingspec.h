// When training ends before its last step because it does not get better any more. What counts is the first metric of
// a test, or its loss where a task has none.
#pragma once

namespace motley {

struct StoppingSpec {
    int patience = 0; // tests in a row without a gain before the run ends; 0: it does not end early
    double leastGain = 0.0; // over the best test, for a test to count as one

    bool operator==(const StoppingSpec &) const = default;
};

} // namespace motley
