// The memory that the tensors of a rank fill while it trains a job: as the planner predicts it, and as it is.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/protocol/answers.h"

#include <cstdint>

namespace motley {

struct RankMemory {
    MemoryReport report; // what is predicted from: passes of the whole batch and of a part of it
    std::int64_t predicted = 0; // the most bytes in a step of micro-batches of half the batch
    std::int64_t measured = 0; // the same, in steps that were taken
    double tokens = 0; // of the texts of a batch, the mean over the steps `first` to `last`

    // Parts of the prediction, bytes; what is left of it is for the passes.
    std::int64_t weights() const { return report.heldBytes - report.stateBytes; }
    std::int64_t gradients() const { return report.parameterBytes; } // which also are what ranks exchange in a step
    std::int64_t state() const { return report.stateBytes; } // of the optimizer
    std::int64_t passes() const { return predicted - weights() - gradients() - state(); }
};

// Of a single rank on a CPU; opens the job in this process. Errors: what the job lacks, what ended a step.
Result<RankMemory> measureRankMemory(const JobSpec &job, std::int64_t first, std::int64_t last, int threads);

} // namespace motley
