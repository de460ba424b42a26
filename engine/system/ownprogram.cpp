#include "engine/system/ownprogram.h"

#include <unistd.h>

#include <array>
#include <climits>

namespace motley {

std::string ownProgram()
{
    std::array<char, PATH_MAX> path{};
    const auto length = readlink("/proc/self/exe", path.data(), path.size());
    return length > 0 ? std::string(path.data(), std::size_t(length)) : "/proc/self/exe";
}

} // namespace motley
