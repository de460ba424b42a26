// The measurement of `balance`: one task on machines of some speeds, which are quotas of this one's processors.
#pragma once

#include "engine/base/result.h"
#include "engine/bench/balancereport.h"
#include "engine/bench/interleavedruns.h"

#include <string>
#include <vector>

namespace motley {

struct BalanceOptions {
    std::int64_t batch = 0; // 0: the job's, or more until a step takes stepSeconds
    double stepSeconds = 4;
    double settleSeconds = 90; // of the run that shares are learned from; alone before it, and in each life, half
    int lives = 3; // processes that do the same differ by some percent, each for as long as it lives
    TurnOptions turns{.warmUpSeconds = 10, .seconds = 10, .turns = 3, .sliceSeconds = 1, .engine = {}};
};

// Says on standard error how far it is. Errors: what the task lacks, quotas that could not be set, what ended a run.
Result<BalanceRow> measureBalance(
    const std::string &task, const std::vector<double> &percents, const BalanceOptions &options);

} // namespace motley
