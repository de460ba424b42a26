// Which test of a run was the best, and whether training still gets better.
#pragma once

#include "engine/formats/checkpointmanifest.h"
#include "engine/protocol/event.h"

namespace motley {

// The metric by which tests are compared: the first one, or its loss where there is none.
Metric earlyStoppingMetric(const Evaluation &evaluation);

// True if it is the best so far.
bool updateTestProgress(TestProgress &progress, const Evaluation &evaluation, double leastGain);

bool isOver(const TestProgress &progress, const EarlyStoppingSpec &stopping);

} // namespace motley
