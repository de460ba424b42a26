// How many steps a job takes, and how large they are, from what is known of its data.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/protocol/answers.h"

namespace motley {

struct JobSteps {
    std::int64_t steps = 0; // 0: not known
    double meanBatch = 0; // units a step, the last ones of epochs counted as whole ones

    bool operator==(const JobSteps &) const = default;
};

// `speed`: measured with the same data, but maybe other batches and epochs. A rate that falls to its least may end a
// run earlier; that is known for the job that was measured alone.
JobSteps courseOf(const JobSpec &job, const SpeedReport &speed);

} // namespace motley
