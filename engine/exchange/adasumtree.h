// Which groups of ranks Adasum combines with which. The rule is not associative, so the order is a part of the result:
// it follows from the order of the groups alone.
#pragma once

#include <string>
#include <vector>

namespace motley {

// Each holds the ranks whose gradients are summed; they are combined with those of other groups by Adasum. The first
// rank of each talks to the other groups.
using RankGroups = std::vector<std::vector<int>>;

RankGroups eachRankAlone(int ranks);
// `groupOf[rank]`: the number of the rank's machine, or of its planned group. Groups are in the order of their first
// ranks.
RankGroups groupRanks(const std::vector<int> &groupOf);

// The groups that exchange halves: the largest power of two that there are groups for. Group core + i, where there is
// one, is combined with group i first, and gets the result last.
int adasumCore(int groups);

// As a formula, such as "A(A(0, 2), 1)" or "A(sum(0, 1), sum(2, 3))".
std::string adasumFormula(const RankGroups &groups);

} // namespace motley
