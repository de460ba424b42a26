// Measures how fast a device would train a job.
#pragma once

#include "engine/base/result.h"
#include "engine/job/jobspec.h"
#include "engine/protocol/answers.h"
#include "engine/protocol/device.h"

namespace motley {

// Takes whole training steps of one rank, without exchange, with the whole batch and with a part of it, for about
// `seconds`.
Result<SpeedReport> measureSpeed(const JobSpec &job, const Device &device, int threads, double seconds);

} // namespace motley
