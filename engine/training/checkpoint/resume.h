// Where a run begins: where the same run was interrupted, or on the work of another one.
#pragma once

#include "engine/formats/checkpointmanifest.h"
#include "engine/training/checkpoint/statetensors.h"

namespace motley {

struct ResumePoint {
    std::int64_t step = 0; // counts as applied
    TestProgress tests;
    std::vector<std::string> remarks; // what people should know, a sentence each
};

// The same run from its newest checkpoint in or at `checkpoint` that is whole; everything must fit.
Result<ResumePoint> resumeRun(const std::string &checkpoint, const JobSpec &job, const TrainingState &state);

// A new run of `job` from job.continueFrom. The model must fit; what else does not begins anew. Where batch, seed or
// data differ, the run goes on at the beginning of an epoch; after HetSeq's checkpoints, which do not tell, at the step
// of their number of updates. Every change is a remark.
Result<ResumePoint> continueRun(const JobSpec &job, const PerEpoch &stepsPerEpoch, const TrainingState &state);

} // namespace motley
