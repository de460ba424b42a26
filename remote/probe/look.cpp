#include "remote/probe/look.h"

#include "remote/probe/examine.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace motley {

namespace {

constexpr std::size_t mostUses = 256;
constexpr std::size_t longestName = 64;

// user nice system idle iowait irq softirq steal ...: what comes after is part of the first two.
std::optional<ProcessorTimes> timesOf(const std::string &line)
{
    constexpr std::size_t counted = 8;
    constexpr std::array<std::size_t, 2> idle{3, 4};
    const auto words = split(line, " ");
    if (words.size() <= idle.back())
        return std::nullopt;
    ProcessorTimes times;
    for (std::size_t i = 0; i < std::min(words.size(), counted); ++i) {
        const auto ticks = wholeNumber(words[i]);
        if (!ticks || *ticks < 0)
            return std::nullopt;
        times.all += double(*ticks);
        times.busy += std::find(idle.begin(), idle.end(), i) == idle.end() ? double(*ticks) : 0;
    }
    return times;
}

struct Process {
    std::string account;
    std::string program;
};

// "number account program"
std::map<std::string, Process> processesOf(const ProbeOutput &output)
{
    std::map<std::string, Process> processes;
    for (const auto &line : output.values("process")) {
        const auto words = split(line, " ");
        if (words.size() >= 3 && processes.size() < mostUses)
            processes[words[0]] = {words[1].substr(0, longestName), words[2].substr(0, longestName)};
    }
    return processes;
}

// "uuid, process, mebibytes", of some drivers without the latter two
std::vector<GpuUse> usesOf(const ProbeOutput &output)
{
    const auto processes = processesOf(output);
    std::vector<GpuUse> uses;
    for (const auto &line : output.values("gpuapp")) {
        const auto fields = split(line, ", ");
        if (uses.size() == mostUses)
            break;
        GpuUse use{fields[0], {}, {}, {}};
        if (const auto process = fields.size() > 1 ? processes.find(fields[1]) : processes.end();
            process != processes.end()) {
            use.account = process->second.account;
            use.program = process->second.program;
        }
        const auto memory = fields.size() > 2 ? wholeNumber(fields[2]) : std::nullopt;
        if (memory && *memory >= 0 && *memory < (std::int64_t(1) << 40))
            use.memoryBytes = *memory * mebibyte;
        uses.push_back(std::move(use));
    }
    return uses;
}

Look lookOf(const ProbeOutput &output)
{
    Look look;
    const auto times = output.values("processors");
    if (!times.empty())
        look.processors = timesOf(times.back());
    if (times.size() > 1)
        look.processorsPercent = busyPercent(timesOf(times.front()), look.processors);
    ProbeReport report;
    readMemory(output, report);
    readGpus(output, report);
    look.memoryTotalBytes = report.memoryTotalBytes;
    look.memoryAvailableBytes = report.memoryAvailableBytes;
    look.gpus = std::move(report.gpus);
    look.gpuUses = usesOf(output);
    if (output.value("gpuapps") == "known")
        for (GpuReport &gpu : look.gpus)
            gpu.processes = static_cast<int>(std::count_if(
                look.gpuUses.begin(), look.gpuUses.end(), [&](const GpuUse &use) { return use.gpu == gpu.uuid; }));
    return look;
}

} // namespace

std::optional<double> busyPercent(
    const std::optional<ProcessorTimes> &before, const std::optional<ProcessorTimes> &after)
{
    if (!before || !after || after->all <= before->all)
        return std::nullopt;
    return std::clamp(100 * (after->busy - before->busy) / (after->all - before->all), 0.0, 100.0);
}

bool update(ProbeReport &report, const Look &look)
{
    const auto isWhole = [](const GpuReport &gpu) { return gpu.uuid.starts_with("GPU-"); };
    const auto seen = [&](const GpuReport &gpu) {
        return std::find_if(
            look.gpus.begin(), look.gpus.end(), [&](const GpuReport &other) { return other.uuid == gpu.uuid; });
    };
    const auto whole = std::count_if(report.gpus.begin(), report.gpus.end(), isWhole);
    const auto found = std::count_if(report.gpus.begin(), report.gpus.end(),
        [&](const GpuReport &gpu) { return isWhole(gpu) && seen(gpu) != look.gpus.end(); });
    if (found != whole || std::size_t(whole) != look.gpus.size())
        return false;
    for (GpuReport &gpu : report.gpus) {
        const auto now = seen(gpu);
        if (now == look.gpus.end())
            continue;
        gpu.memoryFreeBytes = now->memoryFreeBytes;
        gpu.utilizationPercent = now->utilizationPercent;
        gpu.powerWatts = now->powerWatts;
        gpu.powerLimitWatts = now->powerLimitWatts;
        gpu.temperatureCelsius = now->temperatureCelsius;
        gpu.processes = now->processes;
    }
    report.memoryTotalBytes = look.memoryTotalBytes;
    report.memoryAvailableBytes = look.memoryAvailableBytes;
    return true;
}

Result<Look> parseLook(std::string_view output)
{
    return ProbeOutput::parse(output).map(lookOf);
}

Result<Look> look(Session &session, std::stop_token stop)
{
    return examine(session, lookScript(), std::move(stop)).map(lookOf);
}

} // namespace motley
