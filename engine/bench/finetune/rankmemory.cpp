#include "engine/bench/finetune/rankmemory.h"

#include "engine/bench/stepwork.h"
#include "engine/data/dataloader.h"
#include "engine/device/computedevice.h"
#include "engine/device/devicememory.h"
#include "engine/tasks/registry.h"
#include "engine/training/profiling/measurememory.h"
#include "engine/training/step/sumthenupdate.h"

#include <torch/nn/module.h>

#include <algorithm>

namespace motley {

namespace {

constexpr int trialSteps = 2; // the first makes the optimizer state

std::int64_t halfOf(const JobSpec &job)
{
    return std::max<std::int64_t>(1, job.batch / 2);
}

Result<std::int64_t> measuredPeak(Task &task, const JobSpec &job)
{
    Group group = Group::alone();
    StepOptions options{job.optimizer, job.clipNorm, halfOf(job), job.precision, at::kCPU};
    options.measuresMemory = true;
    TrainingState state(task, options);
    SumThenUpdate step(state, group);
    DataLoader data(task.trainingSet(),
        {.seed = job.seed, .globalBatch = job.batch, .shares = {job.batch}, .lastStep = trialSteps});
    std::int64_t peak = 0;
    for (int i = 0; i < trialSteps; ++i) {
        const auto ready = data.next();
        if (!ready)
            return tl::unexpected(ready.error());
        const auto result = step.run({*ready, 0, data.upcoming()});
        if (!result)
            return tl::unexpected(result.error());
        peak = std::max({peak, result->passPeakBytes, result->updatePeakBytes});
    }
    return peak;
}

Result<double> tokensOfBatch(Task &task, const JobSpec &job, std::int64_t first, std::int64_t last)
{
    DataLoader data(task.trainingSet(),
        {.seed = job.seed, .globalBatch = job.batch, .shares = {job.batch}, .firstStep = first, .lastStep = last});
    double tokens = 0;
    for (std::int64_t i = first; i <= last; ++i) {
        const auto ready = data.next();
        if (!ready)
            return tl::unexpected(ready.error());
        tokens += tokensOf(ready->batch, job.task).value_or(0);
    }
    return tokens / double(last - first + 1);
}

Result<RankMemory> measure(Task &task, const JobSpec &job, std::int64_t first, std::int64_t last)
{
    const auto report = measureMemory(task, job, job.batch, at::kCPU);
    if (!report)
        return tl::unexpected(report.error());
    MemoryUse use;
    use.samplesAtOnce = halfOf(job);
    use.accumulates = use.samplesAtOnce < job.batch;
    const auto measured = measuredPeak(task, job);
    if (!measured)
        return tl::unexpected(measured.error());
    const auto tokens = tokensOfBatch(task, job, first, last);
    if (!tokens)
        return tl::unexpected(tokens.error());
    return RankMemory{memoryParts(*report, use), *measured, *tokens};
}

} // namespace

Result<RankMemory> measureRankMemory(const JobSpec &job, std::int64_t first, std::int64_t last, int threads)
{
    if (const auto opened = openDevice({}, threads); !opened)
        return tl::unexpected(opened.error());
    countMemory(at::kCPU);
    try {
        const auto task = openTask(job);
        if (!task)
            return tl::unexpected(task.error());
        return measure(**task, job, first, last);
    } catch (const std::exception &failure) {
        return fail("The memory of a step could not be measured.", failure.what());
    }
}

} // namespace motley
