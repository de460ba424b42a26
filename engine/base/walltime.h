// The wall-clock time, which other computers and files on the disk share.
#pragma once

#include <chrono>

namespace motley {

inline double wallTime() // seconds since 1970
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

} // namespace motley
