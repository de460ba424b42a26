#include "engine/plan/jobsteps.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr double mostUnits = 1e12; // per epoch; more would overflow the count of steps

} // namespace

JobSteps courseOf(const JobSpec &job, const SpeedReport &speed)
{
    if (!(speed.epochUnits > 0) || speed.epochUnits > mostUnits || job.stopping.leastRate > 0)
        return {speed.totalSteps, double(job.batch)};
    const PerEpoch batches = batchesOf(job.order, job.batch);
    const PerEpoch steps
        = batches.mapped([&](std::int64_t batch) { return std::int64_t(std::ceil(speed.epochUnits / double(batch))); });
    const std::int64_t all = steps.sumOf(job.epochs);
    const std::int64_t total = job.maxSteps > 0 ? std::min(all, job.maxSteps) : all;
    double units = 0;
    std::int64_t left = total;
    for (std::int64_t epoch = 1; epoch < std::int64_t(batches.first().size()) && left > 0; ++epoch) {
        const std::int64_t taken = std::min(left, steps.in(epoch));
        units += double(taken) * double(batches.in(epoch));
        left -= taken;
    }
    units += double(left) * double(batches.later());
    return {total, units / double(total)};
}

} // namespace motley
