// The measurement of `balance`: one task on emulated machines of several speeds, which are quotas of this computer's
// processors.
#pragma once

#include "engine/base/result.h"
#include "engine/bench/balancereport.h"
#include "engine/bench/interleavedruns.h"

#include <string>
#include <vector>

namespace motley {

struct BalanceOptions {
    std::int64_t batch = 0; // 0: the job's, or more until a step takes stepSeconds
    double quotaPeriod = 10; // milliseconds
    double stepSeconds = 4;
    double settleSeconds = 90; // of the run that measures speeds; half of it for each rank alone, and in each life
    int lives = 3; // repetitions with new processes, as speeds differ by some percent between processes
    TurnOptions turns{.warmUpSeconds = 10, .seconds = 10, .turns = 3, .sliceSeconds = 1, .engine = {}};
};

// Reports progress on stderr. Errors: what the task lacks, quotas that could not be set, what ended a run.
Result<BalanceRow> measureBalance(
    const std::string &task, const std::vector<double> &percents, const BalanceOptions &options);

} // namespace motley
