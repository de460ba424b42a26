// The processors of this computer, and which of them a process may use.
#pragma once

#include <vector>

namespace motley {

std::vector<int> allowedProcessors(); // that this process may use; empty: the system has more than 1024

// The cores of these, each of which may have several processors (hyper-threads); all of them where the system does not
// say.
int allowedCores();

// Binds a process to one processor, and with it the threads that it creates from now on; other threads that it has
// already do not move. False: errno says why.
bool pinToProcessor(int processor, int pid);

// Assigns each load (1: a whole processor) to a processor from 0 to `processors` - 1: the largest load first, to the
// least loaded processor. Empty where a processor would get more than 1.
std::vector<int> placedOn(int processors, const std::vector<double> &loads);

} // namespace motley
