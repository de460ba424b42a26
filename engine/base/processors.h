// The processors of this computer, and which of them a process may use.
#pragma once

#include <vector>

namespace motley {

std::vector<int> allowedProcessors(); // to this process; empty: the system has more than 1024

// What the process has from now on stays there; threads that it has already do not move.
// Not so: errno says why.
bool pinToProcessor(int processor, int pid);

// Where each load (1: a whole processor) goes, the largest first to where there is least, as an index from 0 to
// `processors` - 1. Empty where one would have more than 1.
std::vector<int> placedOn(int processors, const std::vector<double> &loads);

} // namespace motley
