#include "engine/machine/loadcounters.h"

#include "engine/base/textfile.h"
#include "engine/machine/processstat.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace motley {

namespace {

// First line of /proc/stat: "cpu user nice system idle iowait irq softirq steal ...".
void readTicks(const std::string &path, LoadCounters &counters)
{
    std::istringstream line(firstLineOf(path));
    std::string name;
    line >> name;
    std::int64_t value = 0;
    for (int column = 0; column < 8 && line >> value; ++column) {
        counters.allTicks += value;
        if (column == 3)
            counters.idleTicks = value;
        else if (column == 4)
            counters.diskWaitTicks = value;
        else if (column == 7)
            counters.stolenTicks = value;
    }
}

// /proc/PID/stat, behind the name in parentheses, which may hold anything.
struct ProcessCounters {
    std::int64_t majorFaults = 0;
    std::int64_t ticks = 0; // in user mode and in kernel mode
};

ProcessCounters countersOf(const std::string &path)
{
    constexpr std::size_t majorFaults = 9;
    constexpr std::size_t own = 11;
    constexpr std::size_t system = 12;
    const auto fields = fieldsOfStat(path);
    if (fields.size() <= system)
        return {};
    const auto field = [&](std::size_t number) { return std::strtoll(fields[number].c_str(), nullptr, 10); };
    return {field(majorFaults), field(own) + field(system)};
}

// A counter that grows as soon as there is no free memory, which is no harm where only pages of files that nobody needs
// make room.
std::int64_t memoryShortages(const LoadSources &sources)
{
    std::int64_t count = 0;
    for (const std::string &group : sources.memoryGroups) {
        for (const char *name : {"high", "max"}) // version 2
            count += counterIn(group + "/memory.events", name).value_or(0);
        count += std::atoll(firstLineOf(group + "/memory.failcnt").c_str()); // version 1
    }
    for (const char *zone : {"dma32", "normal", "movable"}) // of the whole machine
        count += counterIn(sources.proc + "/vmstat", std::string("allocstall_") + zone).value_or(0);
    return count;
}

std::optional<std::int64_t> throttledMicroseconds(const std::vector<std::string> &groups)
{
    std::optional<std::int64_t> most;
    for (const std::string &group : groups) {
        const std::string path = group + "/cpu.stat";
        auto found = counterIn(path, "throttled_usec"); // version 2
        if (!found)
            if (const auto nanoseconds = counterIn(path, "throttled_time")) // version 1
                found = *nanoseconds / 1000;
        if (found)
            most = std::max(*found, most.value_or(0));
    }
    return most;
}

std::optional<std::int64_t> sumOf(const std::optional<std::int64_t> &one, const std::optional<std::int64_t> &other)
{
    return one && other ? std::optional(*one + *other) : std::nullopt;
}

// Two lines that begin with "Tcp:": names, and under them values.
void readSegments(const std::string &path, LoadCounters &counters)
{
    std::ifstream file(path);
    std::string names;
    for (std::string line; std::getline(file, line);) {
        if (line.compare(0, 4, "Tcp:") != 0)
            continue;
        if (names.empty()) {
            names = line;
            continue;
        }
        std::istringstream keys(names);
        std::istringstream values(line);
        std::string key;
        std::string value;
        while (keys >> key && values >> value) {
            if (key == "OutSegs")
                counters.sentSegments = std::strtoll(value.c_str(), nullptr, 10);
            else if (key == "RetransSegs")
                counters.resentSegments = std::strtoll(value.c_str(), nullptr, 10);
        }
        return;
    }
}

// The numbers that the processors have under this name, such as "cpu3/cpufreq/scaling_cur_freq".
std::vector<std::int64_t> ofEachProcessor(const std::string &folder, const std::string &name)
{
    std::vector<std::int64_t> found;
    for (int processor = 0;; ++processor) {
        const std::string own = folder + "/cpu" + std::to_string(processor);
        std::error_code none;
        if (!std::filesystem::exists(own, none))
            return found;
        std::int64_t value = 0;
        if (std::ifstream(own + "/" + name) >> value)
            found.push_back(value);
    }
}

std::optional<double> percent(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? std::optional(100.0 * double(std::clamp<std::int64_t>(part, 0, whole)) / double(whole))
                     : std::nullopt;
}

std::optional<double> meanMegahertz(const std::string &processors)
{
    const auto kilohertz = ofEachProcessor(processors, "cpufreq/scaling_cur_freq");
    double sum = 0;
    for (const std::int64_t value : kilohertz)
        sum += double(value);
    return kilohertz.empty() ? std::nullopt : std::optional(sum / double(kilohertz.size()) / 1000);
}

} // namespace

std::optional<std::int64_t> counterIn(const std::string &path, const std::string &name)
{
    std::ifstream file(path);
    std::string key;
    std::int64_t value = 0;
    while (file >> key >> value)
        if (key == name)
            return value;
    return std::nullopt;
}

LoadCounters readLoad(const LoadSources &sources)
{
    LoadCounters counters;
    counters.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    readTicks(sources.proc + "/stat", counters);
    for (const int rank : sources.ranks) {
        const ProcessCounters own = countersOf(sources.proc + "/" + std::to_string(rank) + "/stat");
        counters.rankTicks += own.ticks;
        counters.majorFaults += own.majorFaults;
    }
    counters.majorFaults += countersOf(sources.proc + "/self/stat").majorFaults;
    counters.memoryShortages = memoryShortages(sources);
    counters.throttledMicroseconds = throttledMicroseconds(sources.controlGroups);
    counters.swappedPages
        = sumOf(counterIn(sources.proc + "/vmstat", "pswpin"), counterIn(sources.proc + "/vmstat", "pswpout"));
    readSegments(sources.proc + "/net/snmp", counters);
    for (const std::int64_t events : ofEachProcessor(sources.processors, "thermal_throttle/core_throttle_count"))
        counters.heatEvents = counters.heatEvents.value_or(0) + events;
    return counters;
}

void describeLoad(const LoadCounters &before, const LoadCounters &after, const LoadSources &sources, Telemetry &sample)
{
    const auto since = [&](auto counter) { return after.*counter - before.*counter; };
    const std::int64_t all = since(&LoadCounters::allTicks);
    const std::int64_t busy = all - since(&LoadCounters::idleTicks) - since(&LoadCounters::diskWaitTicks);
    const std::int64_t stolen = since(&LoadCounters::stolenTicks);
    sample.cpuPercent = percent(busy, all);
    sample.stolenPercent = percent(stolen, all);
    sample.diskWaitPercent = percent(since(&LoadCounters::diskWaitTicks), all);
    if (!sources.ranks.empty() && before.rankTicks > 0)
        sample.otherCpuPercent = percent(busy - stolen - since(&LoadCounters::rankTicks), all);

    const double seconds = after.seconds - before.seconds;
    if (before.throttledMicroseconds && after.throttledMicroseconds && seconds > 0)
        sample.throttledPercent = std::clamp(
            double(*after.throttledMicroseconds - *before.throttledMicroseconds) / 1e4 / seconds, 0.0, 100.0);
    // Where there is no swap, or a limit on memory leaves none, programs and files are thrown out and read again.
    const bool isShort = since(&LoadCounters::memoryShortages) > 0 && before.rankTicks > 0;
    const std::int64_t readAgain = isShort ? std::max<std::int64_t>(since(&LoadCounters::majorFaults), 0) : 0;
    if (before.swappedPages && after.swappedPages && seconds > 0)
        sample.swapBytesPerSecond
            = double(*after.swappedPages - *before.swappedPages + readAgain) * double(sysconf(_SC_PAGESIZE)) / seconds;
    if (before.heatEvents && after.heatEvents)
        sample.heatEvents = *after.heatEvents - *before.heatEvents;
    if (before.sentSegments && after.sentSegments && before.resentSegments && after.resentSegments)
        sample.resentPercent
            = percent(*after.resentSegments - *before.resentSegments, *after.sentSegments - *before.sentSegments);
    sample.clockMegahertz = meanMegahertz(sources.processors);
    std::int64_t megabits = 0;
    if (!sources.link.empty() && std::ifstream(sources.link + "/speed") >> megabits && megabits > 0)
        sample.linkMegabits = megabits;
}

} // namespace motley
