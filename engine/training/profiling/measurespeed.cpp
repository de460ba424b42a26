#include "engine/training/profiling/measurespeed.h"

#include "engine/base/runclock.h"
#include "engine/base/words/amounts.h"
#include "engine/device/computedevice.h"
#include "engine/device/devicememory.h"
#include "engine/device/mixedprecision.h"
#include "engine/device/outofmemory.h"
#include "engine/models/layers/activationcheckpointing.h"
#include "engine/tasks/registry.h"
#include "engine/training/earliermodels.h"
#include "engine/training/profiling/fastestthreads.h"
#include "engine/training/profiling/measuredsteps.h"
#include "engine/training/profiling/measurememory.h"
#include "engine/training/step/sumthenupdate.h"
#include "engine/training/totalsteps.h"

#include <ATen/Parallel.h>
#include <torch/nn/module.h>

#include <algorithm>
#include <ctime>

namespace motley {

namespace {

constexpr std::int64_t mostAtOnce = 1024; // more only costs memory
constexpr std::int64_t smallerBatchBy = 4; // the second measurement divides the batch by it
constexpr std::int64_t firstBatchBy = 16; // a first look divides the batch by it
constexpr std::int64_t slowBatch = 2; // samples; measured where one alone takes longer than a step should
constexpr StepCounts slowCounts{0, 1}; // the first look has warmed up the libraries
constexpr double leastComputed = 0.6; // part of the time that is asked for
constexpr double mostElapsed = 3; // times that time

struct StepsToMeasure {
    std::int64_t batch;
    StepCounts counts{};
};

struct MeasuredBatches {
    SpeedReport speed;
    double fixedSecondsOfPass; // part of speed.fixedSeconds that every pass costs; the rest comes once a step
    bool ranOutOfMemory;
};

StepOptions optionsFor(const JobSpec &job, at::Device device)
{
    return {job.optimizer, job.clipNorm, job.memory.microbatch, job.precision, device};
}

StepOptions adaptingOptionsFor(const JobSpec &job, at::Device device)
{
    StepOptions options = optionsFor(job, device);
    options.mayRecompute = job.memory.recompute == MemorySpec::Recompute::WhenNeeded;
    return options;
}

double processorSeconds() // of all threads of the process
{
    return double(std::clock()) / CLOCKS_PER_SEC;
}

// Measures both batch sizes by turns, so that other load of the machine affects both alike.
MeasuredBatches measureBatches(
    Task &task, const JobSpec &job, const StepsToMeasure &steps, at::Device device, double seconds)
{
    const auto started = RunClock::now();
    const double before = processorSeconds();
    Group group = Group::alone();
    TrainingState state(task, adaptingOptionsFor(job, device));
    SumThenUpdate step(state, group);
    MeasuredSteps whole(task, job, steps.batch, device, steps.counts);
    MeasuredSteps part(task, job, std::max<std::int64_t>(1, steps.batch / smallerBatchBy), device, steps.counts);
    const auto isDone = [&] {
        const double elapsed = secondsSince(started);
        const double perThread = (processorSeconds() - before) / at::get_num_threads();
        return part.areEnough() && isMeasured(seconds, elapsed, device.is_cpu() ? perThread : elapsed);
    };
    while (!isDone()) {
        whole.run(step);
        part.run(step);
    }
    SpeedReport speed = speedFrom(whole.mean(), part.mean());
    speed.recomputes = job.memory.recompute == MemorySpec::Recompute::Always || whole.recomputes();
    const double fixedSecondsOfPass = std::max(0.0, speed.fixedSeconds - whole.mean().updateSeconds);
    return {speed, fixedSecondsOfPass, whole.ranOutOfMemory()};
}

// How many times as long a pass takes with recomputed activations.
double measureRecomputing(Task &task, const JobSpec &job, const StepsToMeasure &steps, at::Device device)
{
    Group group = Group::alone();
    TrainingState state(task, optionsFor(job, device));
    SumThenUpdate step(state, group);
    MeasuredSteps kept(task, job, steps.batch, device, steps.counts);
    MeasuredSteps recomputed(task, job, steps.batch, device, steps.counts);
    while (!recomputed.areEnough()) {
        kept.run(step);
        recomputeActivations(task.model());
        recomputed.run(step);
        recomputeActivations(task.model(), false);
    }
    return std::max(1.0, recomputed.mean().passSeconds / kept.mean().passSeconds);
}

// Speed and memory with recomputed activations. Small passes suffice where the whole one fits without recomputation and
// no limit is exceeded; they are measured because the planner may know another limit.
std::optional<RecomputedReport> measureRecomputed(
    Task &task, const JobSpec &job, const StepsToMeasure &atOnce, at::Device device, const MeasuredBatches &kept)
{
    const MemoryReport &memory = kept.speed.memory;
    const std::int64_t limit = job.memory.limitMiB << 20;
    const bool isTight = kept.ranOutOfMemory || (limit > 0 && memory.passPeakBytes + 2 * memory.parameterBytes > limit);
    const std::int64_t part = std::max<std::int64_t>(1, atOnce.batch / smallerBatchBy);
    const double timesAsLong = measureRecomputing(task, job, {part, atOnce.counts}, device);
    recomputeActivations(task.model());
    const auto less = measureMemory(task, job, isTight ? atOnce.batch : part, device);
    recomputeActivations(task.model(), false);
    return less ? std::optional(RecomputedReport{timesAsLong, kept.fixedSecondsOfPass, *less}) : std::nullopt;
}

// As many samples as fit into a step of that many seconds. A whole batch of a large model takes minutes on a slow
// processor, and a measurement takes some twenty of them; where one sample takes as long, it takes as few as it can.
StepsToMeasure stepsToMeasure(Task &task, const JobSpec &job, at::Device device, double longestStep)
{
    const std::int64_t most = std::min({job.batch, mostAtOnce, task.trainingSet().size()});
    const std::int64_t first = std::max<std::int64_t>(1, most / firstBatchBy);
    Group group = Group::alone();
    TrainingState state(task, adaptingOptionsFor(job, device));
    SumThenUpdate step(state, group);
    MeasuredSteps steps(task, job, first, device);
    steps.run(step); // libraries choose their kernels in it
    const auto started = RunClock::now();
    steps.run(step);
    const double fitting = double(first) * longestStep / secondsSince(started);
    if (steps.recomputes())
        recomputeActivations(task.model(), false); // the measurement finds that out by itself
    if (fitting < 1)
        return {std::min(most, slowBatch), slowCounts};
    const std::int64_t least = std::min(most, smallerBatchBy); // as a part of it is measured too
    return {fitting < double(most) ? std::max(least, std::int64_t(fitting)) : most};
}

SpeedReport measure(
    Task &task, const JobSpec &job, at::Device device, const ThreadCounts &threads, const MeasuringTime &time)
{
    task.model().to(device);
    task.model().train();
    if (job.memory.recompute == MemorySpec::Recompute::Always)
        recomputeActivations(task.model());
    tuneConvolutions(true);
    const StepsToMeasure steps = stepsToMeasure(task, job, device, time.longestStep);
    const bool isTried = device.is_cpu() && threads.tried.size() > 1;
    const int used = isTried ? chooseThreads(task, job, steps.batch, threads.tried, threads.usual) : threads.usual;
    MeasuredBatches measured = measureBatches(task, job, steps, device, time.seconds);
    SpeedReport &speed = measured.speed;
    speed.threads = used;
    const auto sampler = task.trainingSet().sampler(job.seed, job.batch, job.order);
    speed.totalSteps = totalSteps(job, *sampler);
    speed.epochUnits = epochUnits(job, *sampler, task.trainingSet().size());
    tuneConvolutions(false);
    const std::int64_t atOnce = job.memory.microbatch > 0 ? std::min(job.memory.microbatch, steps.batch) : steps.batch;
    const auto memory = measureMemory(task, job, atOnce, device);
    if (!memory) // then no memory is reported, and a run adapts by itself
        return speed;
    speed.memory = *memory;
    if (job.memory.recompute == MemorySpec::Recompute::WhenNeeded && !speed.recomputes && canRecompute(task.model()))
        speed.recomputed = measureRecomputed(task, job, {atOnce, steps.counts}, device, measured);
    return speed;
}

struct MemoryNeeds {
    BaseBytes base;
    std::int64_t tokens = 0; // of a sample; 0: samples are no texts
};

MemoryNeeds needsOf(Task &task, const JobSpec &job)
{
    const auto *text = std::get_if<LanguageModelSpec>(&job.task);
    return {baseBytesOf(task, job.precision), text ? text->model.context : 0};
}

// Weights below an adapter may be kept in fewer bits; what else helps is a matter of the job.
Error noRoom(const MemoryNeeds &needs, const Device &device, const std::string &detail)
{
    std::string message = toText(device) + " has no memory for this job, not even for one sample at once.";
    if (needs.base.plain > 0)
        message += " The weights below the adapter take " + gibibytes(needs.base.now) + ": in 16 or 32 bits "
            + gibibytes(needs.base.plain) + ", with model.quantization int8 " + gibibytes(needs.base.int8)
            + ", with nf4 " + gibibytes(needs.base.nf4) + ".";
    if (needs.tokens > 0)
        message += " A smaller model.context than " + std::to_string(needs.tokens) + " needs less too.";
    return {message + " Otherwise train without this device.", detail};
}

} // namespace

bool isMeasured(double wanted, double elapsed, double computed)
{
    return elapsed >= wanted && (computed >= leastComputed * wanted || elapsed >= mostElapsed * wanted);
}

Result<SpeedReport> measureSpeed(
    const JobSpec &job, const Device &device, const ThreadCounts &threads, const MeasuringTime &time)
{
    const auto opened = openDevice(device, threads.usual);
    if (!opened)
        return tl::unexpected(opened.error());
    countMemory(*opened);
    limitMemory(*opened, job.memory.limitMiB << 20);
    chooseKernels(job.precision);
    MemoryNeeds needs;
    try {
        const auto task = openTask(job, earlierModelOf(job));
        if (!task)
            return tl::unexpected(task.error());
        needs = needsOf(**task, job);
        return measure(**task, job, *opened, threads, time);
    } catch (const std::exception &failure) {
        if (isOutOfMemory(failure))
            return tl::unexpected(noRoom(needs, device, failure.what()));
        return fail("The speed of " + toText(device) + " could not be measured.", failure.what());
    }
}

} // namespace motley
