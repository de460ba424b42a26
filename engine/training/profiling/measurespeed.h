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

// Takes whole training steps of one rank, without exchange, with the whole batch and with a part of it, for about
// `seconds`.
Result<SpeedReport> measureSpeed(const JobSpec &job, const Device &device, const ThreadCounts &threads, double seconds);

} // namespace motley
