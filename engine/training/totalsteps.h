// How many steps a job takes.
#pragma once

#include "engine/data/sampler.h"
#include "engine/protocol/jobspec.h"

#include <algorithm>

namespace motley {

inline std::int64_t totalSteps(const JobSpec &job, const Sampler &sampler)
{
    const std::int64_t all = job.epochs * sampler.stepsPerEpoch();
    return job.maxSteps > 0 ? std::min(all, job.maxSteps) : all;
}

} // namespace motley
