// Measures the speed of a device in a process of its own, whose memory and threads end with it.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/protocol/answers.h"
#include "engine/protocol/device.h"

namespace motley {

// Runs the command `measure-device`. Errors: its error message; no process could be started.
Result<SpeedReport> measureApart(const JobSpec &job, const Device &device, const CpuThreads &threads, double seconds);

} // namespace motley
