// Synthetic data of the right shape, to measure the training speed of a task whose own data are missing.
#pragma once

#include "engine/job/jobspec.h"

#include <string>

namespace motley {

// The job with small synthetic files that are written to `folder`, which must exist. The model stays the same, and what
// the task needs for it (a BERT to start from, a script) is made if the job names none. Errors name the file.
Result<JobSpec> withMadeUpData(JobSpec job, const std::string &folder);

} // namespace motley
