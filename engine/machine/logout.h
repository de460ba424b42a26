// Whether a system ends the programs of an account when that logs out (logind's KillUserProcesses), as an SSH session
// does when the program that began it closes.
#pragma once

#include <string>

namespace motley {

bool endsAtLogout(); // this process, by /proc and the settings of this system

// A process of this account, whose /proc/PID/cgroup has these lines, by the settings below `root`.
bool endsAtLogout(const std::string &account, const std::string &controlGroups, const std::string &root);

} // namespace motley
