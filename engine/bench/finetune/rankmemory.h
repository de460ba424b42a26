// The memory that the tensors of a rank fill while it trains a job: as the planner predicts it, and as it is.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/plan/memoryparts.h"

#include <cstdint>

namespace motley {

struct RankMemory {
    MemoryParts predicted; // in a step of micro-batches of half the batch
    std::int64_t measured = 0; // the most bytes, in steps that were taken
    double tokens = 0; // of the texts of a batch, the mean over the steps `first` to `last`
};

// Of a single rank on a CPU; opens the job in this process. Errors: what the job lacks, what ended a step.
Result<RankMemory> measureRankMemory(const JobSpec &job, std::int64_t first, std::int64_t last, int threads);

} // namespace motley
