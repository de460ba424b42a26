// The wall-clock time, which other computers and files on the disk share, and how sentences give a limit of time.
#pragma once

#include <chrono>
#include <string>

namespace motley {

inline double wallTime() // seconds since 1970
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

inline std::string secondsText(std::chrono::seconds limit) // "15 s"
{
    return std::to_string(limit.count()) + " s";
}

} // namespace motley
