// What a run that loses nothing pays for being able to.
#pragma once

#include "engine/base/result.h"
#include "engine/bench/membership/loopbackmachines.h"

namespace motley {

struct HealthyRow {
    int machines = 0;
    int ranks = 0;
    double stepSeconds = 0; // with all that lies between steps; the median of the turns
    double plainSeconds = 0; // of the same ranks without it
    double overhead = 0; // how much longer the first is, as a fraction of the second; the median over the turns
};

// Runs the job by turns as usual, on machines whose agents watch each other and keep second copies of its checkpoints,
// and without: the same ranks on one machine, as plain workers of `plainEngine`. Errors: what ended a run.
Result<HealthyRow> measureHealthy(
    const JobSpec &job, const LoopbackOptions &options, const std::string &plainEngine, int turns);

} // namespace motley
