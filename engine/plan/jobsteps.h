// How many steps a job takes, and how large they are, from what is known of its data.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/protocol/answers.h"

namespace motley {

struct JobSteps {
    std::int64_t steps = 0; // 0: not known
    double meanBatch = 0; // units per step; the last, smaller batch of an epoch counts as a whole one

    bool operator==(const JobSteps &) const = default;
};

// `speed`: measured with the same data, but maybe with other batches and epochs. A job that ends at a least learning
// rate gets the steps that were measured with it, since its end cannot be computed here.
JobSteps courseOf(const JobSpec &job, const SpeedReport &speed);

} // namespace motley
