#include "engine/training/evaluate.h"

#include "engine/exchange/computedevice.h"
#include "engine/tasks/registry.h"
#include "engine/training/clock.h"
#include "engine/training/trainstep.h"

#include <torch/nn/module.h>

#include <algorithm>
#include <limits>

namespace motley {

namespace {

constexpr std::int64_t mostSamplesAtOnce = 1024; // more only costs memory
constexpr int warmUpSteps = 3; // libraries choose their kernels in these
constexpr std::size_t fewestSteps = 3;

double median(std::vector<double> values)
{
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double measure(Task &task, const JobSpec &job, at::Device device, double seconds)
{
    const auto started = Clock::now();
    task.model().to(device);
    task.model().train();
    const std::int64_t batch = std::min({job.batch, mostSamplesAtOnce, task.trainingSet().size()});
    const Group group = Group::alone();
    TrainStep step(task, group, {job.optimizer, job.clipNorm, job.memory.microbatch, job.precision, device});
    Prefetcher data(task.trainingSet(), {job.seed, batch, {batch}, 0, 1, std::numeric_limits<std::int64_t>::max()});
    std::vector<double> perSample;
    for (int i = 0; perSample.size() < fewestSteps || secondsSince(started) < seconds; ++i) {
        const auto before = Clock::now();
        const auto ready = data.next();
        if (!ready)
            throw std::runtime_error(ready.error().detail);
        step.take(*ready, job.schedule.peak);
        if (i >= warmUpSteps)
            perSample.push_back(secondsSince(before) / double(ready->samples));
    }
    return 1 / median(std::move(perSample));
}

} // namespace

Result<double> measureSpeed(const JobSpec &job, const Device &device, int threads, double seconds)
{
    const auto opened = openDevice(device, threads);
    if (!opened)
        return tl::unexpected(opened.error());
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
