// Times runs on quotas of this computer's processors, for `forecast`.
#pragma once

#include "engine/bench/interleavedruns.h"
#include "engine/plan/simulation/measuredruns.h"

#include <string>
#include <vector>

namespace motley {

struct MeasureOptions {
    std::vector<std::string> tasks{"bert-pretraining", "fashion-mnist", "language-model", "translation"};
    std::vector<double> quotas{100, 50, 25}; // percent of a processor
    double quotaPeriod = 10; // milliseconds
    std::int64_t batch = 0; // of a step over all ranks; 0: chosen by stepSeconds
    double stepSeconds = 0.4; // of a step alone on the first quota, by which batches are chosen
    TurnOptions turns{.warmUpSeconds = 3, .seconds = 2, .turns = 6, .sliceSeconds = 0, .engine = {}};
};

// Measures each task alone on each quota with the whole batch and with parts of it, and on each pair of quotas with
// several splits, and on all quotas together where there are more than two; all runs of one task in turns. Needs
// permission to make control groups, such as root's. Reports progress on stderr.
Result<MeasuredRuns> measureRuns(const MeasureOptions &options);

} // namespace motley
