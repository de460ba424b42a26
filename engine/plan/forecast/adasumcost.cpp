#include "engine/plan/forecast/adasumcost.h"

#include "engine/plan/forecast/adasumgroups.h"

#include <algorithm>

namespace motley {

namespace {

struct SlowestLink {
    double perByte = 0; // seconds
    double latency = 0; // seconds

    void crosses(const Link &link)
    {
        perByte = std::max(perByte, link.bytesPerSecond > 0 ? 1 / link.bytesPerSecond : 0);
        latency = std::max(latency, link.latencySeconds);
    }
};

// For each rank the index of its member.
std::vector<std::size_t> membersOfRanks(const std::vector<RingMember> &members)
{
    std::vector<std::size_t> owners;
    for (std::size_t i = 0; i < members.size(); ++i)
        owners.insert(owners.end(), std::size_t(members[i].ranks), i);
    return owners;
}

std::vector<RingMember> partOfGroup(const std::vector<RingMember> &members, const std::vector<int> &groups, int group)
{
    const auto owners = membersOfRanks(members);
    std::vector<RingMember> part;
    for (std::size_t i = 0; i < members.size(); ++i) {
        RingMember member = members[i];
        member.ranks = 0;
        for (std::size_t rank = 0; rank < owners.size(); ++rank)
            member.ranks += owners[rank] == i && groups[rank] == group;
        if (member.ranks > 0)
            part.push_back(member);
    }
    return part;
}

RingAllReduceCost slower(const RingAllReduceCost &a, const RingAllReduceCost &b)
{
    return {std::max(a.fixedSeconds, b.fixedSeconds), std::max(a.secondsPerByte, b.secondsPerByte)};
}

// Parts of the updates to all, and back when they are combined; in between two rounds that sum inner products.
RingAllReduceCost tree(int groups, const SlowestLink &link)
{
    return {4 * link.latency, 2.0 * (groups - 1) / groups * link.perByte};
}

} // namespace

AdasumCost adasumCost(const std::vector<RingMember> &members, const std::vector<int> &groups,
    const std::vector<PairLink> &pairs, Link shared)
{
    const int count = groupCount(groups);
    AdasumCost cost;
    if (count < 2)
        return {ringAllReduceCost(members, pairs, shared), {}};
    const auto owners = membersOfRanks(members);
    SlowestLink across, within;
    for (std::size_t a = 0; a < owners.size(); ++a)
        for (std::size_t b = a + 1; b < owners.size(); ++b) {
            SlowestLink &link = groups[a] == groups[b] ? within : across;
            link.crosses(owners[a] == owners[b] ? members[owners[a]].inside
                                                : linkOfPair(members[owners[a]], members[owners[b]], pairs));
        }
    if (members.size() > 1 && shared.bytesPerSecond > 0)
        across.perByte = std::max(across.perByte, double(members.size()) / shared.bytesPerSecond);
    cost.betweenGroups = tree(count, across);
    cost.betweenGroups.fixedSeconds += within.latency;
    cost.betweenGroups.secondsPerByte += within.perByte;
    for (int group = 0; group < count; ++group)
        cost.insideGroups
            = slower(cost.insideGroups, ringAllReduceCost(partOfGroup(members, groups, group), pairs, shared));
    return cost;
}

} // namespace motley
