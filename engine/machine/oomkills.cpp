#include "engine/machine/oomkills.h"

#include "engine/machine/cgroup.h"

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

} // namespace

std::int64_t memoryKills()
{
    for (const auto &folder : controlGroupFolders("memory"))
        for (const char *file : {"/memory.events", "/memory.oom_control"}) // version 2, version 1
            if (const auto kills = counterIn(folder + file, "oom_kill"))
                return *kills;
    return counterIn("/proc/vmstat", "oom_kill").value_or(0);
}

} // namespace motley
