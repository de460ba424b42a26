// What the kernel says of a process in one line.
#pragma once

#include <string>
#include <vector>

namespace motley {

// The fields of a /proc/PID/stat from the third on, which is the state: the name before it may hold anything. Empty:
// there is no such process.
std::vector<std::string> fieldsOfStat(const std::string &path);

} // namespace motley
