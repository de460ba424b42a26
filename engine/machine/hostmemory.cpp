#include "engine/machine/hostmemory.h"

#include <fstream>
#include <string>

namespace motley {

HostMemory hostMemory()
{
    HostMemory memory;
    std::ifstream file("/proc/meminfo");
    std::string key, unit;
    std::int64_t kibibytes = 0;
    while (file >> key >> kibibytes) {
        std::getline(file, unit);
        if (key == "MemTotal:")
            memory.totalBytes = kibibytes * 1024;
        else if (key == "MemAvailable:")
            memory.availableBytes = kibibytes * 1024;
    }
    return memory;
}

} // namespace motley
