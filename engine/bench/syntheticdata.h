// Data that mean nothing but have the right shape: enough to measure how fast a task trains where its own are not.
#pragma once

#include "engine/job/jobspec.h"

#include <string>

namespace motley {

// The same job on small files that are written to `folder`, which exists. Its model stays as it is, and what the task
// needs for one (a BERT to start from, a script) is made where the job names none. Errors name the file.
Result<JobSpec> withMadeUpData(JobSpec job, const std::string &folder);

} // namespace motley
