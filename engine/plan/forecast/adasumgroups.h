// Which ranks form one group of Adasum (engine/job/exchangespec.h), and how groups share the global batch. The curve of
// a run depends on this grouping, so these are pure functions: the same machines and speeds give the same groups.
#pragma once

#include "engine/job/exchangespec.h"
#include "engine/plan/balance/batchsplit.h"

#include <cstddef>
#include <vector>

namespace motley {

// The group of each rank, numbered from 0 in the order of their first ranks. `machines`: the machine of each rank.
// With Between::Groups, machines stay whole and form as many groups as can be about equally fast: equal batches in all
// of them lose at most `mostLostInGroups` of the speed that all ranks have together. Machines go to groups by LPT, the
// fastest first and each to the slowest group so far (Graham, 1969). All 0: no two groups are so alike.
std::vector<int> adasumGroups(ExchangeSpec::Between between, const std::vector<std::size_t> &machines,
    const std::vector<RankLimits> &ranks, std::int64_t batch);
constexpr double mostLostInGroups = 0.1;

int groupCount(const std::vector<int> &groups);

// The units of each rank: all groups get equal parts of `total`, or one unit more, as Adasum knows no weights, and
// inside a group the slowest rank finishes as early as possible. Empty if a part exceeds the limits of its group.
std::vector<std::int64_t> equalBatches(
    std::int64_t total, const std::vector<RankLimits> &ranks, const std::vector<int> &groups);

} // namespace motley
