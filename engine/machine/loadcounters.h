// What the system counts of the things that keep ranks from running: other processes, limits, disks, lost packets.
#pragma once

#include "engine/protocol/event.h"

#include <string>
#include <vector>

namespace motley {

struct LoadSources {
    std::string proc = "/proc";
    std::string processors = "/sys/devices/system/cpu";
    std::vector<std::string> controlGroups; // of the ranks, for "cpu"
    std::string link; // folder of the run's network interface; empty: not known
    std::vector<int> ranks; // process ids
};

struct LoadCounters {
    double seconds = 0; // of a clock that is never set
    std::int64_t allTicks = 0; // of all processors, as those that follow
    std::int64_t idleTicks = 0;
    std::int64_t diskWaitTicks = 0;
    std::int64_t stolenTicks = 0;
    std::int64_t rankTicks = 0;
    std::optional<std::int64_t> throttledMicroseconds; // in the group where it was most
    std::optional<std::int64_t> swappedPages;
    std::optional<std::int64_t> sentSegments;
    std::optional<std::int64_t> resentSegments;
    std::optional<std::int64_t> heatEvents;
};

// The number behind a name in a file of "name number" lines, as cpu.stat and vmstat are.
std::optional<std::int64_t> counterIn(const std::string &path, const std::string &name);

LoadCounters readLoad(const LoadSources &sources);

// What happened between the two, and what can be read at once. Without a second in between nothing is said.
void describeLoad(const LoadCounters &before, const LoadCounters &after, const LoadSources &sources, Telemetry &sample);

} // namespace motley
