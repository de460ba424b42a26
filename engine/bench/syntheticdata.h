// Synthetic data of the right shape, to measure the training speed of a task whose own data are missing.
#pragma once

#include "engine/job/jobspec.h"

#include <string>

namespace motley {

// The job with what its task makes up in `folder`, which must exist (see TaskEntry).
Result<JobSpec> withMadeUpData(JobSpec job, const std::string &folder);

} // namespace motley
