// What the kernel says of a process in one line.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace motley {

// The fields of a /proc/PID/stat from the third on, which is the state: the name before it may hold anything. Empty:
// there is no such process.
std::vector<std::string> fieldsOfStat(const std::string &path);
std::vector<std::string> fieldsOfStat(pid_t process);

// Until a process that was told to stand still does so, or is gone; two seconds at most. One that is told to go on
// before it stands still would stand still after that, for good.
void waitUntilStopped(pid_t process);

} // namespace motley
