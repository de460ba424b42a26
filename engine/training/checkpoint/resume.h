// Where a run begins: at a checkpoint of its own, or on the work of another run.
#pragma once

#include "engine/formats/checkpointmanifest.h"
#include "engine/training/checkpoint/statetensors.h"

namespace motley {

struct ResumePoint {
    std::int64_t step = 0; // the last one that counts as applied
    TestProgress tests;
    std::vector<std::string> notes; // where the run goes on, a sentence each
    std::vector<std::string> warnings; // what was not taken, a sentence each
};

// Resumes the same run: loads into `state` the checkpoint in folder `checkpoint`, or the newest undamaged one of a
// folder of checkpoints; damaged ones are set aside. Everything must fit, the size of the training set included.
Result<ResumePoint> resumeRun(const std::string &checkpoint, const JobSpec &job, std::int64_t trainSamples,
    const PerEpoch &stepsPerEpoch, const StateTensors &state);

// Starts a new run of `job` from job.continueFrom. The model must fit; other state that does not fit begins anew. Where
// batch, seed or number of samples differ, the run goes on at the beginning of an epoch; after a HetSeq checkpoint,
// which holds no place in the data, at the step of its number of updates. Every change is a remark. `rowLength`: tokens
// of a row of BERT's training data; other tasks have none.
Result<ResumePoint> continueRun(const JobSpec &job, std::int64_t trainSamples, const PerEpoch &stepsPerEpoch,
    const StateTensors &state, std::int64_t rowLength = 0);

} // namespace motley
