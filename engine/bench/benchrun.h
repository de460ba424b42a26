// A run whose steps are timed: the same agent and ranks as in any other, ended when enough steps are done.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/protocol/event.h"

#include <functional>
#include <string>
#include <vector>

namespace motley {

struct BenchRunOptions {
    std::string engine; // the program that the ranks are processes of
    int workers = 1;
    int threads = 1; // of each worker
    std::string device = "cpu";
    std::int64_t warmUpSteps = 5;
    std::int64_t steps = 20;
    std::string folder; // exists; job and run are written there
    std::vector<double> shares; // of the workers, kept; empty: they follow the speeds
    std::vector<double> speeds; // measured alone; empty: not known
    std::vector<double> quotas; // processors that each worker gets, which needs root; empty: all that it wants
    std::vector<int> processors; // that each worker stays on; empty: wherever the system puts it
    std::function<void(int pid)> rankBegan; // or empty
};

struct BenchRun {
    RunStarted started;
    std::vector<StepDone> steps; // those after the warm-up
    std::vector<SharesChanged> changes; // in the warm-up too

    double samplesPerSecond() const; // over all of the steps
};

// Trains until `goesOn` says no after a step; how many steps the options have does not matter. Nothing is tested and
// nothing kept. Errors: what kept the run from beginning; quotas that could not be set.
using GoesOn = std::function<bool(const Event &)>;
Result<RunFinished> watchSteps(JobSpec job, const BenchRunOptions &options, const GoesOn &goesOn);

// The steps after the warm-up. Errors: what ended the run before its last step.
Result<BenchRun> timeSteps(JobSpec job, const BenchRunOptions &options);

} // namespace motley
