#include "engine/protocol/membership.h"

#include "engine/protocol/membershipfields.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace motley {

namespace {

constexpr std::size_t longestMembership = 1 << 20; // bytes

} // namespace

Membership everyRankOf(const Plan &plan)
{
    Membership all{1, plan, std::vector<int>(plan.ranks.size())};
    std::iota(all.ranks.begin(), all.ranks.end(), 0);
    return all;
}

std::optional<int> indexOf(const Membership &membership, int rank)
{
    const auto found = std::find(membership.ranks.begin(), membership.ranks.end(), rank);
    if (found == membership.ranks.end())
        return std::nullopt;
    return int(found - membership.ranks.begin());
}

Plan planOfMembers(const Membership &membership)
{
    Plan plan = membership.plan;
    plan.ranks.clear();
    std::map<int, int> groups; // new number of each
    for (const int rank : membership.ranks) {
        PlannedRank &member = plan.ranks.emplace_back(membership.plan.ranks[std::size_t(rank)]);
        if (member.group)
            member.group = groups.emplace(*member.group, int(groups.size())).first->second;
    }
    return plan;
}

std::vector<int> machinesInOrder(const Membership &membership)
{
    std::vector<int> machines;
    for (const int rank : membership.ranks) {
        const int machine = membership.plan.ranks[std::size_t(rank)].machine;
        if (std::find(machines.begin(), machines.end(), machine) == machines.end())
            machines.push_back(machine);
    }
    return machines;
}

Result<void> checkRanks(const Membership &membership)
{
    if (const auto machines = checkMachines(membership.plan); !machines)
        return machines;
    std::vector<int> ranks = membership.ranks;
    std::sort(ranks.begin(), ranks.end());
    const bool isTwice = std::adjacent_find(ranks.begin(), ranks.end()) != ranks.end();
    if (ranks.empty() || isTwice || ranks.front() < 0 || std::size_t(ranks.back()) >= membership.plan.ranks.size())
        return fail("The field ranks of a membership must name ranks of its plan, none of them twice.");
    return {};
}

std::vector<std::int64_t> sharesByRank(const Membership &membership, const std::vector<std::int64_t> &ofMembers)
{
    std::vector<std::int64_t> shares(membership.plan.ranks.size());
    for (std::size_t position = 0; position < ofMembers.size(); ++position)
        shares[std::size_t(membership.ranks[position])] = ofMembers[position];
    return shares;
}

std::string toLine(const Membership &membership)
{
    return dumpLine(versionedJsonOf(membership));
}

Result<Membership> parseMembership(std::string_view line)
{
    auto membership = fromVersionedText<Membership>(line, longestMembership, "membership");
    if (!membership)
        return membership;
    if (const auto good = checkRanks(*membership); !good)
        return tl::unexpected(good.error());
    return membership;
}

} // namespace motley
