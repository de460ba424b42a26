// System counters of what keeps ranks from running: other processes, limits, disks, lost packets.
#pragma once

#include "engine/protocol/event.h"

#include <string>
#include <vector>

namespace motley {

struct LoadSources {
    std::string proc = "/proc";
    std::string processors = "/sys/devices/system/cpu";
    std::vector<std::string> controlGroups; // folders of the ranks' groups for "cpu"
    std::vector<std::string> memoryGroups; // and for "memory"
    std::string link; // folder of the run's network interface; empty: not known
    std::vector<int> ranks; // process ids
};

struct LoadCounters {
    double seconds = 0; // of the steady clock
    std::int64_t allTicks = 0; // clock ticks since boot, over all processors; so are idle, disk wait and stolen ticks
    std::int64_t idleTicks = 0;
    std::int64_t diskWaitTicks = 0;
    std::int64_t stolenTicks = 0;
    std::int64_t rankTicks = 0;
    std::optional<std::int64_t> throttledMicroseconds; // of the control group that was throttled most
    std::optional<std::int64_t> swappedPages;
    std::int64_t majorFaults = 0; // pages that the ranks and this process needed and that had to come from the disk
    std::int64_t memoryShortages = 0; // how often memory had to be taken from something first, at a limit or of all
    std::optional<std::int64_t> sentSegments;
    std::optional<std::int64_t> resentSegments;
    std::optional<std::int64_t> heatEvents;
};

// The number behind a name in a file of "name number" lines, as cpu.stat and vmstat are.
std::optional<std::int64_t> counterIn(const std::string &path, const std::string &name);

LoadCounters readLoad(const LoadSources &sources);

// Fills `sample` with what changed between two readings, and with what can be read at once, such as clock rates. Rates
// stay empty where no time has passed.
void describeLoad(const LoadCounters &before, const LoadCounters &after, const LoadSources &sources, Telemetry &sample);

} // namespace motley
