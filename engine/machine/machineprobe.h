// What this machine is, asked of its kernel, C library and driver: no other program is run.
#pragma once

#include "engine/protocol/probereport.h"

#include <chrono>
#include <vector>

namespace motley {

// A driver that does not answer within the limit is reported as such, and its thread abandoned.
ProbeReport probeMachine(std::chrono::seconds driverLimit = std::chrono::seconds(10));

int processorCount(); // that this process may run on
int usableProcessors(); // that this process may run on, at most as many whole ones as its control group's quota; at
                        // least 1
// Numbers of threads that may be the fastest, up to `most` and to the quota, ascending: one, the quota, the cores, all.
std::vector<int> promisingThreadCounts(int most);

} // namespace motley
