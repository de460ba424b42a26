// Runs on quotas of this computer's processors, timed for `bench forecast`.
#pragma once

#include "engine/protocol/measuredruns.h"

#include <string>
#include <vector>

namespace motley {

struct MeasureOptions {
    std::vector<std::string> tasks{"bert-pretraining", "fashion-mnist", "language-model", "translation"};
    std::vector<double> quotas{100, 50, 25}; // percent of a processor
    std::int64_t warmUpSteps = 5;
    std::int64_t steps = 20;
    double seconds = 0.2; // of a step alone on the first quota: batches are made as large as that takes
};

// Each task alone on each quota with the whole batch and with parts of it, and on each pair of quotas with several
// splits. Needs the right to make control groups, as root has. Says on stderr what it does.
Result<MeasuredRuns> measureRuns(const MeasureOptions &options);

} // namespace motley
