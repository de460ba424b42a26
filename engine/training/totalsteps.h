// How many steps a job takes.
#pragma once

#include "engine/data/sampler.h"
#include "engine/job/jobspec.h"
#include "engine/optim/learningrateschedule.h"

namespace motley {

std::int64_t scheduledSteps(const JobSpec &job, const Sampler &sampler); // what the schedule is laid over
LearningRateSchedule learningRateOf(const JobSpec &job, const Sampler &sampler);
std::int64_t totalSteps(const JobSpec &job, const Sampler &sampler); // fewer where the rate falls to its least before

// What an epoch takes of what batches count, whatever their size: samples, or of token batches what they have room for.
double epochUnits(const JobSpec &job, const Sampler &sampler, std::int64_t samples);

} // namespace motley
