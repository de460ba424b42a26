// Which test of a run was the best, and whether training still gets better.
#pragma once

#include "engine/formats/checkpointmanifest.h"
#include "engine/protocol/event.h"

namespace motley {

// The metric by which tests are compared: the task's first one, or the test loss where it has none.
Metric earlyStoppingMetric(const Evaluation &evaluation);

// Takes the newest test into `progress`. True if it is better than the best before it by more than `leastGain`, in the
// metric's unit.
bool updateTestProgress(TestProgress &progress, const Evaluation &evaluation, double leastGain);

// Whether training should stop: stopping.patience tests in a row brought no gain. Patience 0: never.
bool isOver(const TestProgress &progress, const EarlyStoppingSpec &stopping);

// What a job asks for in vain where nothing is tested, as a warning. Empty: it asks for nothing that needs a test.
std::string describeUntested(const JobSpec &job);

} // namespace motley
