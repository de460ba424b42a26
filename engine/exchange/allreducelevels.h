// The groups of ranks of a hierarchical all-reduce: those of one machine first, then the machines. Within a machine
// bytes cost little, and through its network card goes no more than with a single rank. No group is large, so no rank
// has a connection to every other one of hundreds.
#pragma once

#include <vector>

namespace motley {

constexpr int largestGroup = 16; // ranks

// The groups of `rank`, from the lowest level up, each with its ranks ascending. The first rank of a group leads it,
// and only leaders belong to a group of the next level. The topmost level is one group. `machines`: the machine of each
// rank. Few ranks are one group, if all share a machine or none do.
std::vector<std::vector<int>> allReduceLevels(const std::vector<int> &machines, int rank);

} // namespace motley
