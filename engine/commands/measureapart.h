// A device's speed, measured by a child process, whose memory and threads end with it.
#pragma once

#include "engine/protocol/answers.h"
#include "engine/protocol/device.h"
#include "engine/protocol/jobspec.h"

namespace motley {

// Call it before this process has other threads. Errors: those of measureSpeed(); no process could be had.
Result<SpeedReport> measureApart(const JobSpec &job, const Device &device, int threads, double seconds);

} // namespace motley
