#include "kernelprofile.h"

#include "engine/data/dataloader.h"
#include "engine/device/computedevice.h"
#include "engine/exchange/group.h"
#include "engine/tasks/registry.h"
#include "engine/training/step/sumthenupdate.h"

#include <torch/csrc/autograd/profiler_kineto.h>
#include <torch/nn/module.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace motley {

namespace {

using torch::autograd::profiler::KinetoEvent;
using torch::profiler::impl::ActivityType;
using torch::profiler::impl::ProfilerConfig;
using torch::profiler::impl::ProfilerState;
using Clock = std::chrono::steady_clock;

double unionOf(std::vector<std::pair<std::uint64_t, std::uint64_t>> spans) // nanoseconds to seconds
{
    std::sort(spans.begin(), spans.end());
    std::uint64_t covered = 0, end = 0;
    for (const auto &[first, last] : spans) {
        covered += last > end ? last - std::max(first, end) : 0;
        end = std::max(end, last);
    }
    return double(covered) * 1e-9;
}

KernelProfile summarise(const std::vector<KinetoEvent> &events, c10::Device device)
{
    std::map<std::string, KernelTime> times;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> spans;
    for (const KinetoEvent &event : events) {
        if (event.deviceType() != device.type())
            continue;
        KernelTime &time = times[event.name()];
        ++time.launches;
        time.seconds += double(event.durationNs()) * 1e-9;
        spans.emplace_back(event.startNs(), event.endNs());
    }
    KernelProfile profile;
    for (auto &[name, time] : times) {
        time.name = name;
        profile.kernels.push_back(std::move(time));
    }
    std::sort(profile.kernels.begin(), profile.kernels.end(),
        [](const KernelTime &a, const KernelTime &b) { return a.seconds > b.seconds; });
    profile.busySeconds = unionOf(std::move(spans));
    return profile;
}

} // namespace

Result<KernelProfile> profileKernels(const JobSpec &job, c10::Device device, int steps)
{
    auto task = openTask(job);
    if (!task)
        return tl::unexpected(task.error());
    (*task)->model().to(device);
    (*task)->model().train();
    Group group = Group::alone();
    TrainingState state(**task, {job.optimizer, job.clipNorm, 0, job.precision, device});
    SumThenUpdate strategy(state, group);
    DataLoader data((*task)->trainingSet(),
        {.seed = job.seed, .globalBatch = job.batch, .shares = {job.batch}, .lastStep = 2 * steps, .device = device});
    const auto advance = [&]() -> Result<void> {
        for (int i = 0; i < steps; ++i) {
            const auto ready = data.next();
            if (!ready)
                return tl::unexpected(ready.error());
            if (const auto done = strategy.run({*ready, 1e-5}); !done)
                return tl::unexpected(done.error());
        }
        waitForDevice(device);
        return {};
    };
    if (auto warm = advance(); !warm)
        return tl::unexpected(warm.error());

    const ProfilerConfig settings(ProfilerState::KINETO);
    const std::set<ActivityType> activities
        = device.is_cuda() ? std::set{ActivityType::CUDA} : std::set{ActivityType::CPU};
    torch::autograd::profiler::prepareProfiler(settings, activities);
    torch::autograd::profiler::enableProfiler(settings, activities);
    const auto begin = Clock::now();
    const auto done = advance();
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    const auto watched = torch::autograd::profiler::disableProfiler();
    if (!done)
        return tl::unexpected(done.error());
    KernelProfile profile = summarise(watched->events(), device);
    profile.seconds = seconds;
    return profile;
}

} // namespace motley
