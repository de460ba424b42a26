// A job as a run keeps it: with what a job may leave to the day on which the run is made.
#pragma once

#include "engine/job/jobspec.h"

#include <string>

namespace motley {

// A run that goes on from a checkpoint, or from the run of job.continueFrom with its optimizer, has that one's day.
JobSpec settled(JobSpec job, const std::string &checkpoint = {});

} // namespace motley
