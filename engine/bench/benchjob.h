// The job of a benchmark.
#pragma once

#include "engine/job/jobspec.h"

#include <cstdint>
#include <string>

namespace motley {

struct BenchJob {
    JobSpec job;
    bool madeUpData = false;
};
// Finds a job by the name of a preset, a task, a target (targets/targetjobs.h) or a family ("finetune-llama"), or reads
// a job file. Where its data are missing, synthetic data are written to `folder`. `batch`: 0: the job's.
Result<BenchJob> findBenchJob(const std::string &wish, const std::string &folder, std::int64_t batch = 0);

} // namespace motley
