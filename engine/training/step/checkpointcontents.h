// What a checkpoint of a run has in it.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/job/perepoch.h"
#include "engine/training/checkpoint/checkpointwriter.h"
#include "engine/training/step/trainingstate.h"

#include <cstdint>
#include <vector>

namespace motley {

// `others`: the whole state beside the model. `files`: of the model, of which those that describe it go along.
Checkpoint checkpointOf(std::int64_t step, const TrainingState &state, const JobSpec &job, const PerEpoch &steps,
    const std::vector<StatePart> &others, std::vector<SideFile> files);

} // namespace motley
