// A device's speed, measured by a process of its own, whose memory and threads end with it.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/protocol/answers.h"
#include "engine/protocol/device.h"

namespace motley {

// The command `measure-device`. Errors: what it said; no process could be had.
Result<SpeedReport> measureApart(const JobSpec &job, const Device &device, int threads, double seconds);

} // namespace motley
