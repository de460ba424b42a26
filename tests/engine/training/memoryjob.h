// A small job on pictures whose batch needs more memory than its model.
#pragma once

#include "engine/job/jobspec.h"

#include <string>

namespace motley {

// `folder`: of the pictures, as writeImageData writes them.
inline JobSpec memoryJob(const std::string &folder)
{
    JobSpec job;
    job.name = "memory";
    job.batch = 256;
    job.epochs = 4;
    job.maxSteps = 12;
    job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 32}, {folder, true}};
    job.schedule.peak = 0.02;
    job.schedule.warmupSteps = 10;
    job.checkpoint.everySteps = 0;
    return job;
}

} // namespace motley
