// Runs that know nothing of each other, timed while all of them train: several computers on one.
#pragma once

#include "engine/commands/benchrun.h"

#include <vector>

namespace motley {

struct TimingWindow {
    double warmUpSeconds = 5; // after the last of them has done its first step
    double seconds = 10; // and on, until each has done some steps
};

struct TimedRun {
    std::vector<StepDone> steps; // that began and ended in the window
    double seconds = 0; // from the beginning of the first to the end of the last

    double samplesPerSecond() const;
};

// Each with an agent of its own, which is a child of this process: call it before this process has other threads.
// Errors: what ended one of them before its time.
Result<std::vector<TimedRun>> timeSideBySide(
    const JobSpec &job, const std::vector<BenchRunOptions> &runs, const TimingWindow &window);

} // namespace motley
