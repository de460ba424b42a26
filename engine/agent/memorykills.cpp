#include "engine/agent/memorykills.h"

#include <fstream>
#include <optional>
#include <string>

namespace motley {

namespace {

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

// "0::/user.slice/..." is version 2, "7:memory:/..." version 1.
std::optional<std::int64_t> killsOfControlGroup()
{
    std::ifstream groups("/proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        std::optional<std::int64_t> kills;
        if (line.rfind("0::", 0) == 0)
            kills = counterIn("/sys/fs/cgroup" + line.substr(3) + "/memory.events", "oom_kill");
        else if (const auto memory = line.find(":memory:"); memory != std::string::npos)
            kills = counterIn("/sys/fs/cgroup/memory" + line.substr(memory + 8) + "/memory.oom_control", "oom_kill");
        if (kills)
            return kills;
    }
    return std::nullopt;
}

} // namespace

std::int64_t memoryKills()
{
    return killsOfControlGroup().value_or(counterIn("/proc/vmstat", "oom_kill").value_or(0));
}

} // namespace motley
