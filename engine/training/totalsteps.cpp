#include "engine/training/totalsteps.h"

#include "engine/optim/learningrate.h"

#include <algorithm>

namespace motley {

std::int64_t scheduledSteps(const JobSpec &job, const Sampler &sampler)
{
    const std::int64_t all = job.epochs * sampler.stepsPerEpoch();
    return job.maxSteps > 0 ? std::min(all, job.maxSteps) : all;
}

std::int64_t totalSteps(const JobSpec &job, const Sampler &sampler)
{
    const std::int64_t most = scheduledSteps(job, sampler);
    if (job.stopping.leastRate <= 0)
        return most;
    const LearningRate rate{job.schedule, sampler.stepsPerEpoch(), most, job.batch};
    for (std::int64_t end = sampler.stepsPerEpoch(); end < most; end += sampler.stepsPerEpoch())
        if (rate.at(end) <= job.stopping.leastRate)
            return end;
    return most;
}

} // namespace motley
