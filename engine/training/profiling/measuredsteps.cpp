#include "engine/training/profiling/measuredsteps.h"

#include "engine/base/runclock.h"
#include "engine/statistics/mean.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace motley {

MeasuredSteps::MeasuredSteps(
    const Task &task, const JobSpec &job, std::int64_t batch, at::Device device, const StepCounts &counts)
    : m_rate(job.schedule.peak), m_counts(counts), m_data(task.trainingSet(),
                                                       {.seed = job.seed,
                                                           .globalBatch = batch,
                                                           .shares = {batch},
                                                           .lastStep = std::numeric_limits<std::int64_t>::max(),
                                                           .device = device})
{
}

void MeasuredSteps::run(StepStrategy &step)
{
    const auto before = RunClock::now();
    const auto ready = m_data.next();
    if (!ready)
        throw std::runtime_error(ready.error().detail);
    const auto result = step.run({*ready, m_rate, m_data.upcoming()});
    if (!result)
        throw std::runtime_error(result.error().message);
    m_ranOutOfMemory = m_ranOutOfMemory || result->newMicrobatch || result->recomputesNow;
    m_recomputes = m_recomputes || result->recomputesNow;
    if (++m_taken <= m_counts.warmUp)
        return;
    m_samples.push_back(double(ready->samples));
    m_units.push_back(ready->units);
    m_seconds.push_back(secondsSince(before));
    m_passes.push_back(result->mine.times.forwardSeconds + result->mine.times.backwardSeconds);
    m_updates.push_back(result->update.optimizerSeconds);
}

MeasuredBatch MeasuredSteps::mean() const
{
    return {motley::mean(m_samples), motley::mean(m_units), motley::mean(winsorized(m_seconds)),
        motley::mean(winsorized(m_passes)), motley::mean(winsorized(m_updates))};
}

SpeedReport speedFrom(const MeasuredBatch &whole, const MeasuredBatch &part)
{
    SpeedReport speed{whole.samples / whole.seconds, 0, whole.seconds / whole.units};
    if (whole.units > part.units && whole.seconds > part.seconds) {
        const double slope = (whole.seconds - part.seconds) / (whole.units - part.units);
        speed.secondsPerUnit = std::min(speed.secondsPerUnit, slope);
        speed.fixedSeconds = std::max(0.0, whole.seconds - speed.secondsPerUnit * whole.units); // of rounding errors
    }
    return speed;
}

} // namespace motley
