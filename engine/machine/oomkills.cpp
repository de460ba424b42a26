#include "engine/machine/oomkills.h"

#include "engine/machine/cgroup.h"
#include "engine/machine/loadcounters.h"

namespace motley {

std::int64_t memoryKills()
{
    for (const auto &folder : controlGroupFolders("memory"))
        for (const char *file : {"/memory.events", "/memory.oom_control"}) // version 2, version 1
            if (const auto kills = counterIn(folder + file, "oom_kill"))
                return *kills;
    return counterIn("/proc/vmstat", "oom_kill").value_or(0);
}

} // namespace motley
