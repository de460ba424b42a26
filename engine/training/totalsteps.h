// How many steps a job takes.
#pragma once

#include "engine/data/sampler.h"
#include "engine/job/jobspec.h"
#include "engine/optim/learningrateschedule.h"

namespace motley {

// Steps over which the learning rate schedule is laid.
std::int64_t scheduledSteps(const JobSpec &job, const Sampler &sampler);
LearningRateSchedule learningRateOf(const JobSpec &job, const Sampler &sampler);
// Fewer than scheduledSteps() if the rate falls to job.stopping.leastRate before.
std::int64_t totalSteps(const JobSpec &job, const Sampler &sampler);

// Work of an epoch in the unit that batches are counted in: samples, or for token batches the tokens that they have
// room for.
double epochUnits(const JobSpec &job, const Sampler &sampler, std::int64_t samples);

} // namespace motley
