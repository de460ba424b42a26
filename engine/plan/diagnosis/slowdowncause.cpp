#include "engine/plan/diagnosis/slowdowncause.h"

#include "engine/statistics/median.h"

#include <algorithm>

namespace motley {

namespace {

using Cause = Slowdown::Cause;
using Part = Slowdown::Part;
using Found = std::optional<SlowdownCause>;

// What a busy but healthy machine varies by.
constexpr double usualPercent = 10;
constexpr double usualStolenPercent = 5;
constexpr double usualResentPercent = 1;
constexpr double usualSwap = 1e6; // bytes a second
constexpr double usualClock = 0.93; // of the clock before

template <typename Sample, typename Value>
std::optional<double> usual(const std::vector<Sample> &before, std::optional<Value> Sample::*field)
{
    std::vector<double> values;
    for (const Sample &sample : before)
        if (sample.*field)
            values.push_back(double(*(sample.*field)));
    return values.empty() ? std::nullopt : std::optional(median(std::move(values)));
}

// More than before by at least `least`; where there was no before, more than that.
Found isMore(Cause cause, const std::vector<Telemetry> &before, const Telemetry &now,
    std::optional<double> Telemetry::*field, double least)
{
    const auto value = now.*field;
    if (value && *value > usual(before, field).value_or(0) + least)
        return SlowdownCause{cause, value};
    return std::nullopt;
}

template <typename Sample>
Found isLowClock(const std::vector<Sample> &before, const Sample &now)
{
    const auto clock = usual(before, &Sample::clockMegahertz);
    if (clock && now.clockMegahertz && *now.clockMegahertz < usualClock * *clock)
        return SlowdownCause{Cause::LowClock, now.clockMegahertz};
    return std::nullopt;
}

const GpuTelemetry *gpuIn(const Telemetry &sample, const std::string &uuid)
{
    const auto found = std::find_if(
        sample.gpus.begin(), sample.gpus.end(), [&](const GpuTelemetry &gpu) { return gpu.uuid == uuid; });
    return found == sample.gpus.end() ? nullptr : &*found;
}

Found causeAtGpu(const std::string &uuid, const std::vector<Telemetry> &samples, const Telemetry &sample)
{
    const GpuTelemetry *now = gpuIn(sample, uuid);
    if (!now)
        return std::nullopt;
    std::vector<GpuTelemetry> before;
    for (const Telemetry &earlier : samples)
        if (const GpuTelemetry *gpu = gpuIn(earlier, uuid))
            before.push_back(*gpu);
    if (now->isTooHot.value_or(false) && usual(before, &GpuTelemetry::isTooHot).value_or(0) < 1)
        return SlowdownCause{Cause::Heat, now->temperatureCelsius};
    const auto processes = usual(before, &GpuTelemetry::processes);
    if (processes && now->processes && *now->processes > *processes)
        return SlowdownCause{Cause::SharedGpu, *now->processes - *processes};
    if (now->isAtPowerLimit.value_or(false) && usual(before, &GpuTelemetry::isAtPowerLimit).value_or(0) < 1)
        return SlowdownCause{Cause::PowerLimit, now->powerWatts};
    return isLowClock(before, *now);
}

Found causeAtProcessors(const std::vector<Telemetry> &before, const Telemetry &now)
{
    if (const auto found = isMore(Cause::Quota, before, now, &Telemetry::throttledPercent, usualPercent))
        return found;
    if (const auto found = isMore(Cause::Swapping, before, now, &Telemetry::swapBytesPerSecond, usualSwap))
        return found;
    if (const auto found = isMore(Cause::VirtualMachine, before, now, &Telemetry::stolenPercent, usualStolenPercent))
        return found;
    if (const auto found = isMore(Cause::OtherProcesses, before, now, &Telemetry::otherCpuPercent, usualPercent))
        return found;
    if (now.heatEvents.value_or(0) > 0 && usual(before, &Telemetry::heatEvents).value_or(0) < 1)
        return SlowdownCause{Cause::Heat, std::nullopt};
    // Idle processors clock down too; that is no cause.
    const bool isBusy = now.cpuPercent.value_or(0) > usual(before, &Telemetry::cpuPercent).value_or(0) - usualPercent;
    return isBusy ? isLowClock(before, now) : std::nullopt;
}

Found causeAtLink(const std::vector<Telemetry> &before, const Telemetry &now)
{
    const auto megabits = usual(before, &Telemetry::linkMegabits);
    if (megabits && now.linkMegabits && double(*now.linkMegabits) < *megabits)
        return SlowdownCause{Cause::Link, std::nullopt};
    return isMore(Cause::Link, before, now, &Telemetry::resentPercent, usualResentPercent);
}

} // namespace

std::optional<SlowdownCause> causeOfSlowdown(
    Slowdown::Part part, const std::string &gpu, const std::vector<Telemetry> &before, const Telemetry &now)
{
    if (part == Part::Exchange)
        return causeAtLink(before, now);
    if (part == Part::Data)
        if (const auto disk = isMore(Cause::Disk, before, now, &Telemetry::diskWaitPercent, usualPercent))
            return disk;
    if (part != Part::Data && !gpu.empty())
        if (const auto found = causeAtGpu(gpu, before, now))
            return found;
    return causeAtProcessors(before, now);
}

} // namespace motley
