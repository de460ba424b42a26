// Which test of a run was the best, and whether training still gets better.
#pragma once

#include "engine/formats/checkpointmanifest.h"
#include "engine/protocol/event.h"

namespace motley {

// What a test is judged by: its first metric, or its loss where there is none.
Metric judgedMetric(const Evaluation &evaluation);

// True if it is the best so far.
bool takeTest(TestProgress &progress, const Evaluation &evaluation, double leastGain);

bool isOver(const TestProgress &progress, const StoppingSpec &stopping);

} // namespace motley
