#include "engine/training/profiling/measurespeed.h"

#include "engine/base/runclock.h"
#include "engine/device/computedevice.h"
#include "engine/device/devicememory.h"
#include "engine/device/mixedprecision.h"
#include "engine/models/layers/activationcheckpointing.h"
#include "engine/plan/statistics/median.h"
#include "engine/tasks/registry.h"
#include "engine/training/profiling/measurememory.h"
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
constexpr std::int64_t smallerBatchBy = 4; // the second measurement divides the batch by it

struct MeasuredBatch {
    double samples; // medians of the steps
    double units;
    double seconds;
    double passSeconds; // part of `seconds`: forward and backward
    double updateSeconds;
};

// Steps with global batches of one size.
class Steps {
public:
    Steps(const Task &task, const JobSpec &job, std::int64_t batch, at::Device device)
        : m_rate(job.schedule.peak), m_data(task.trainingSet(),
                                         {.seed = job.seed,
                                             .batch = batch,
                                             .shares = {batch},
                                             .lastStep = std::numeric_limits<std::int64_t>::max(),
                                             .device = device})
    {
    }

    void take(TrainStep &step)
    {
        const auto before = RunClock::now();
        const auto ready = m_data.next();
        if (!ready)
            throw std::runtime_error(ready.error().detail);
        const auto taken = step.take(*ready, m_rate, m_data.upcoming());
        if (!taken)
            throw std::runtime_error(taken.error().message);
        m_ranOutOfMemory = m_ranOutOfMemory || taken->newMicrobatch || taken->recomputesNow;
        m_recomputes = m_recomputes || taken->recomputesNow;
        if (++m_taken <= warmUpSteps)
            return;
        m_samples.push_back(double(ready->samples));
        m_units.push_back(ready->units);
        m_seconds.push_back(secondsSince(before));
        m_passes.push_back(taken->times.forwardSeconds + taken->times.backwardSeconds);
        m_updates.push_back(taken->times.optimizerSeconds);
    }
    std::size_t measured() const { return m_seconds.size(); }
    MeasuredBatch middle() const
    {
        return {median(m_samples), median(m_units), median(m_seconds), median(m_passes), median(m_updates)};
    }
    // In some step, which then took fewer samples at once or recomputed activations.
    bool ranOutOfMemory() const { return m_ranOutOfMemory; }
    bool recomputes() const { return m_recomputes; } // activations, since memory ran out

private:
    const double m_rate;
    Prefetcher m_data;
    int m_taken = 0;
    std::vector<double> m_samples;
    std::vector<double> m_units;
    std::vector<double> m_seconds;
    std::vector<double> m_passes;
    std::vector<double> m_updates;
    bool m_ranOutOfMemory = false;
    bool m_recomputes = false;
};

struct MeasuredSteps {
    SpeedReport speed;
    double fixedSecondsOfPass; // part of speed.fixedSeconds that every pass costs; the rest comes once a step
    bool ranOutOfMemory;
};

// The line through both measurements; in proportion to the whole batch where a part of it takes as long.
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

TrainStepOptions optionsFor(const JobSpec &job, at::Device device)
{
    return {job.optimizer, job.clipNorm, job.memory.microbatch, job.precision, device};
}

// Measures both batch sizes by turns, so that other load of the machine affects both alike.
MeasuredSteps measureBatches(Task &task, const JobSpec &job, std::int64_t batch, at::Device device, double seconds)
{
    const auto started = RunClock::now();
    const Group group = Group::alone();
    TrainStepOptions options = optionsFor(job, device);
    options.mayRecompute = job.memory.recompute == MemorySpec::Recompute::WhenNeeded;
    TrainStep step(task, group, options);
    Steps whole(task, job, batch, device);
    Steps part(task, job, std::max<std::int64_t>(1, batch / smallerBatchBy), device);
    while (part.measured() < fewestSteps || secondsSince(started) < seconds) {
        whole.take(step);
        part.take(step);
    }
    SpeedReport speed = speedFrom(whole.middle(), part.middle());
    speed.recomputes = job.memory.recompute == MemorySpec::Recompute::Always || whole.recomputes();
    const double fixedSecondsOfPass = std::max(0.0, speed.fixedSeconds - whole.middle().updateSeconds);
    return {speed, fixedSecondsOfPass, whole.ranOutOfMemory()};
}

// How many times as long a pass takes with recomputed activations.
double measureRecomputing(Task &task, const JobSpec &job, std::int64_t batch, at::Device device)
{
    const Group group = Group::alone();
    TrainStep step(task, group, optionsFor(job, device));
    Steps kept(task, job, batch, device);
    Steps recomputed(task, job, batch, device);
    while (recomputed.measured() < fewestSteps) {
        kept.take(step);
        recomputeActivations(task.model());
        recomputed.take(step);
        recomputeActivations(task.model(), false);
    }
    return std::max(1.0, recomputed.middle().passSeconds / kept.middle().passSeconds);
}

// Speed and memory with recomputed activations. Small passes suffice where the whole one fits without recomputation and
// no limit is exceeded; they are measured because the planner may know another limit.
std::optional<RecomputedReport> measureRecomputed(
    Task &task, const JobSpec &job, std::int64_t atOnce, at::Device device, const MeasuredSteps &kept)
{
    const MemoryReport &memory = kept.speed.memory;
    const std::int64_t limit = job.memory.limitMiB << 20;
    const bool isTight = kept.ranOutOfMemory || (limit > 0 && memory.passPeakBytes + 2 * memory.parameterBytes > limit);
    const std::int64_t part = std::max<std::int64_t>(1, atOnce / smallerBatchBy);
    const double timesAsLong = measureRecomputing(task, job, part, device);
    recomputeActivations(task.model());
    const auto less = measureMemory(task, job, isTight ? atOnce : part, device);
    recomputeActivations(task.model(), false);
    return less ? std::optional(RecomputedReport{timesAsLong, kept.fixedSecondsOfPass, *less}) : std::nullopt;
}

SpeedReport measure(Task &task, const JobSpec &job, at::Device device, double seconds)
{
    task.model().to(device);
    task.model().train();
    if (job.memory.recompute == MemorySpec::Recompute::Always)
        recomputeActivations(task.model());
    const std::int64_t batch = std::min({job.batch, mostAtOnce, task.trainingSet().size()});
    MeasuredSteps measured = measureBatches(task, job, batch, device, seconds);
    SpeedReport &speed = measured.speed;
    const auto sampler = task.trainingSet().sampler(job.seed, job.batch, job.order);
    speed.totalSteps = totalSteps(job, *sampler);
    speed.epochUnits = epochUnits(job, *sampler, task.trainingSet().size());
    const std::int64_t atOnce = job.memory.microbatch > 0 ? std::min(job.memory.microbatch, batch) : batch;
    const auto memory = measureMemory(task, job, atOnce, device);
    if (!memory) // then no memory is reported, and a run adapts by itself
        return speed;
    speed.memory = *memory;
    if (job.memory.recompute == MemorySpec::Recompute::WhenNeeded && !speed.recomputes && canRecompute(task.model()))
        speed.recomputed = measureRecomputed(task, job, atOnce, device, measured);
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
    chooseKernels(job.precision);
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
