// A run whose steps are timed: the same agent and ranks as in any other, ended when enough steps are done.
#pragma once

#include "engine/protocol/event.h"
#include "engine/protocol/jobspec.h"

#include <string>
#include <vector>

namespace motley {

struct BenchRunOptions {
    int workers = 1;
    int threads = 1; // of each worker
    std::string device = "cpu";
    std::int64_t warmUpSteps = 5;
    std::int64_t steps = 20;
    std::string folder; // exists; job and run are written there
};

struct BenchRun {
    RunStarted started;
    std::vector<StepDone> steps; // those after the warm-up
};

// Nothing is tested and nothing kept. Errors: what ended the run before its last step.
Result<BenchRun> timeSteps(JobSpec job, const BenchRunOptions &options);

} // namespace motley
