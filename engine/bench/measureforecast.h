// Runs on quotas of this computer's processors, timed for `forecast`.
#pragma once

#include "engine/bench/interleavedruns.h"
#include "engine/plan/simulation/measuredruns.h"

#include <string>
#include <vector>

namespace motley {

struct MeasureOptions {
    std::vector<std::string> tasks{"bert-pretraining", "fashion-mnist", "language-model", "translation"};
    std::vector<double> quotas{100, 50, 25}; // percent of a processor
    double stepSeconds = 0.4; // alone on the first quota: batches are made as large as that takes
    TurnOptions turns{.warmUpSeconds = 3, .seconds = 2, .turns = 6, .sliceSeconds = 0, .engine = {}};
};

// Each task alone on each quota with the whole batch and with parts of it, and on each pair of quotas with several
// splits; all of one task by turns. Needs the right to make control groups, as root has. Says on stderr what it does.
Result<MeasuredRuns> measureRuns(const MeasureOptions &options);

} // namespace motley
