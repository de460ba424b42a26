#include "engine/training/totalsteps.h"

#include <algorithm>

namespace motley {

std::int64_t scheduledSteps(const JobSpec &job, const Sampler &sampler)
{
    const std::int64_t all = sampler.stepsPerEpoch().sumOf(job.epochs);
    return job.maxSteps > 0 ? std::min(all, job.maxSteps) : all;
}

LearningRateSchedule learningRateOf(const JobSpec &job, const Sampler &sampler)
{
    return {job.schedule, sampler.stepsPerEpoch(), scheduledSteps(job, sampler), batchesOf(job.order, job.batch)};
}

std::int64_t totalSteps(const JobSpec &job, const Sampler &sampler)
{
    const std::int64_t most = scheduledSteps(job, sampler);
    if (job.stopping.leastRate <= 0)
        return most;
    const LearningRateSchedule rate = learningRateOf(job, sampler);
    std::int64_t end = 0;
    for (std::int64_t epoch = 1; end < most; ++epoch) {
        end += sampler.stepsPerEpoch().in(epoch);
        if (end < most && rate.at(end) <= job.stopping.leastRate)
            return end;
    }
    return most;
}

double epochUnits(const JobSpec &job, const Sampler &sampler, std::int64_t samples)
{
    if (!sampler.countsCost())
        return double(samples);
    return double(sampler.stepsPerEpoch().later()) * double(batchesOf(job.order, job.batch).later());
}

} // namespace motley
