// Who holds which part of a sharded optimizer state: each rank its own range and, where the job wants it, another
// rank's too, so that no loss of a single machine loses any of it. Pure functions: all ranks and the coordinator decide
// alike.
#pragma once

#include "engine/job/memoryspec.h"
#include "engine/protocol/membership.h"

#include <vector>

namespace motley {

// Relative shares of the optimizer state: the plan's, or equal ones where the job wants sharding and the plan has none.
// Empty: not sharded.
std::vector<double> stateSharesOf(const Plan &plan, const MemorySpec &memory);

// Index = rank: the rank that holds its range too. On another machine where there are several, and there on a rank with
// little to hold for its own share, the nearest that follows. `shares`: of two ranks or more; `machines`: of each rank.
std::vector<int> mirrorsBy(const std::vector<double> &shares, const std::vector<int> &machines);

// The same of the ranks of a plan. Empty: no range has a mirror.
std::vector<int> stateMirrorsOf(const Plan &plan, const MemorySpec &memory);

// Whether the state is sharded over the ranks of a run's plan, and no other one of those that train holds a range too.
bool holdsOnce(const Membership &now, const MemorySpec &memory);

// What each rank holds for others, in the measure of the shares.
std::vector<double> mirroredShares(const std::vector<double> &shares, const std::vector<int> &mirrors);

// Whether the ranks that are left of a membership hold the whole optimizer state among them.
bool holdWholeState(const std::vector<int> &left, const Membership &before, const MemorySpec &memory);

} // namespace motley
