// What /proc/PID/stat states about a process.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace motley {

// The fields of a /proc/PID/stat from the third on, which is the state; the second one, the name, may hold anything.
// Empty: there is no such process.
std::vector<std::string> fieldsOfStat(const std::string &path);
std::vector<std::string> fieldsOfStat(pid_t process);

// Waits until a process that got SIGTSTP has stopped or ended, two seconds at most. If SIGCONT came before it stopped,
// it would stop after that, for good.
void waitUntilStopped(pid_t process);

} // namespace motley
