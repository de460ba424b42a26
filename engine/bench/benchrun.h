// Runs a job with the usual agent and ranks to time its steps, and ends it after enough steps.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/protocol/event.h"

#include <functional>
#include <string>
#include <vector>

namespace motley {

struct BenchRunOptions {
    std::string engine; // program of the rank processes
    int workers = 1;
    int threads = 1; // of each worker
    std::string device = "cpu";
    std::int64_t warmUpSteps = 5;
    std::int64_t steps = 20;
    std::string folder; // must exist; job and run are written there
    std::vector<double> shares; // of the workers, fixed; empty: they follow the speeds
    std::vector<double> speeds; // of the workers alone; empty: not known
    std::vector<double> quotas; // processors for each worker, which needs root; empty: no quotas
    double quotaPeriod = 10; // milliseconds in which a quota is given out; short ones act as a slower processor
    std::vector<int> processors; // that each worker is pinned to; empty: not pinned
    CheckpointSpec checkpoint{.everySteps = 0, .keep = 1};
    std::function<void(int pid)> rankBegan; // called with each rank's process; may be empty
};

struct BenchRun {
    RunStarted started;
    std::vector<StepDone> steps; // after the warm-up
    std::vector<SharesChanged> changes; // including the warm-up

    double samplesPerSecond() const; // over all steps
};

// Trains until `keepGoing` returns false after a step, ignoring options.steps. No tests. Errors: what
// kept the run from beginning; quotas that could not be set.
using KeepGoing = std::function<bool(const Event &)>;
Result<RunFinished> watchSteps(JobSpec job, const BenchRunOptions &options, const KeepGoing &keepGoing);

// Trains and returns the options.steps steps after the warm-up. Errors: what ended the run before its last step.
Result<BenchRun> timeSteps(JobSpec job, const BenchRunOptions &options);

} // namespace motley
