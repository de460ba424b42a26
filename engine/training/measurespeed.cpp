#include "engine/training/evaluate.h"

#include "engine/exchange/computedevice.h"
#include "engine/models/recompute.h"
#include "engine/plan/median.h"
#include "engine/tasks/registry.h"
#include "engine/training/clock.h"
#include "engine/training/devicememory.h"
#include "engine/training/measurememory.h"
#include "engine/training/totalsteps.h"
#include "engine/training/trainstep.h"

#include <torch/nn/module.h>

#include <algorithm>
#include <limits>

namespace motley {

namespace {

constexpr std::int64_t mostAtOnce = 1024; // more only costs memory
constexpr int warmUpSteps = 3; // libraries choose their kernels in these
constexpr std::size_t fewestSteps = 3;
constexpr std::int64_t smallerBy = 4; // the second measurement's batch

struct MeasuredBatch {
    double samples; // medians of the steps
    double units;
    double seconds;
};

// Steps with global batches of one size.
class Steps {
public:
    Steps(const Task &task, const JobSpec &job, std::int64_t batch)
        : m_rate(job.schedule.peak),
          m_data(task.trainingSet(), {job.seed, batch, {batch}, 0, 1, std::numeric_limits<std::int64_t>::max()})
    {
    }

    void take(TrainStep &step)
    {
        const auto before = Clock::now();
        const auto ready = m_data.next();
        if (!ready)
            throw std::runtime_error(ready.error().detail);
        if (const auto taken = step.take(*ready, m_rate); !taken)
            throw std::runtime_error(taken.error().message);
        if (++m_taken <= warmUpSteps)
            return;
        m_samples.push_back(double(ready->samples));
        m_units.push_back(ready->units);
        m_seconds.push_back(secondsSince(before));
    }
    std::size_t measured() const { return m_seconds.size(); }
    MeasuredBatch middle() const { return {median(m_samples), median(m_units), median(m_seconds)}; }

private:
    const double m_rate;
    Prefetcher m_data;
    int m_taken = 0;
    std::vector<double> m_samples;
    std::vector<double> m_units;
    std::vector<double> m_seconds;
};

// The line through both; where a part takes as long as the whole, as one point says.
SpeedReport speedFrom(const MeasuredBatch &whole, const MeasuredBatch &part)
{
    SpeedReport speed{whole.samples / whole.seconds, 0, whole.seconds / whole.units};
    if (whole.units > part.units && whole.seconds > part.seconds) {
        const double slope = (whole.seconds - part.seconds) / (whole.units - part.units);
        speed.secondsPerUnit = std::min(speed.secondsPerUnit, slope);
        speed.fixedSeconds = whole.seconds - speed.secondsPerUnit * whole.units;
    }
    return speed;
}

// By turns, so that whatever else the machine does meanwhile falls on both alike.
SpeedReport measureBatches(Task &task, const JobSpec &job, std::int64_t batch, at::Device device, double seconds)
{
    const auto started = Clock::now();
    const Group group = Group::alone();
    TrainStep step(task, group, {job.optimizer, job.clipNorm, job.memory.microbatch, job.precision, device});
    Steps whole(task, job, batch);
    Steps part(task, job, std::max<std::int64_t>(1, batch / smallerBy));
    while (part.measured() < fewestSteps || secondsSince(started) < seconds) {
        whole.take(step);
        part.take(step);
    }
    return speedFrom(whole.middle(), part.middle());
}

SpeedReport measure(Task &task, const JobSpec &job, at::Device device, double seconds)
{
    task.model().to(device);
    task.model().train();
    if (job.memory.recompute)
        recomputeActivations(task.model());
    const std::int64_t batch = std::min({job.batch, mostAtOnce, task.trainingSet().size()});
    SpeedReport speed = measureBatches(task, job, batch, device, seconds);
    speed.totalSteps = totalSteps(job, *task.trainingSet().sampler(job.seed, job.batch));
    const std::int64_t atOnce = job.memory.microbatch > 0 ? std::min(job.memory.microbatch, batch) : batch;
    if (const auto memory = measureMemory(task, job, atOnce, device)) // without it, a run finds out by itself
        speed.memory = *memory;
    return speed;
}

} // namespace

Result<SpeedReport> measureSpeed(const JobSpec &job, const Device &device, int threads, double seconds)
{
    const auto opened = openDevice(device, threads);
    if (!opened)
        return tl::unexpected(opened.error());
    countMemory(*opened);
    limitMemory(*opened, job.memory.limitMiB << 20);
    try {
        const auto task = openTask(job);
        if (!task)
            return tl::unexpected(task.error());
        return measure(**task, job, *opened, seconds);
    } catch (const std::exception &failure) {
        return fail("The speed of " + toText(device) + " could not be measured.", failure.what());
    }
}

} // namespace motley
