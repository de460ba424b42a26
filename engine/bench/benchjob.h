// What a benchmark trains.
#pragma once

#include "engine/job/jobspec.h"

#include <string>

namespace motley {

struct BenchJob {
    JobSpec job;
    bool madeUpData = false;
};
// By the name of a preset or a task, or a job file; with data made up in `folder` where its own are not there.
Result<BenchJob> findBenchJob(const std::string &wish, const std::string &folder);

} // namespace motley
