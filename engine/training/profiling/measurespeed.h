// Measures how fast a device would train a job.
#pragma once

#include "engine/base/result.h"
#include "engine/job/jobspec.h"
#include "engine/protocol/answers.h"
#include "engine/protocol/device.h"

#include <vector>

namespace motley {

struct ThreadCounts {
    int usual = 1;
    std::vector<int> tried{}; // ascending; where there are several a CPU rank takes the fastest
};

struct MeasuringTime {
    double seconds = 5; // of all measured steps, about
    double longestStep = 2; // seconds; where the whole batch takes longer, fewer samples are measured
};

// Whether `elapsed` seconds of measuring are enough where `wanted` are asked for. `computed`: the part of that time in
// which the process had a processor. Under a quota of processor time that part is small, and the pauses of a few
// periods would fall by chance on one step or another. Measuring then lasts up to three times as long.
bool isMeasured(double wanted, double elapsed, double computed);

// Takes whole training steps of one rank, without exchange, with the whole batch and with a part of it.
Result<SpeedReport> measureSpeed(
    const JobSpec &job, const Device &device, const ThreadCounts &threads, const MeasuringTime &time);

} // namespace motley
