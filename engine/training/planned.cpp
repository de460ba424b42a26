#include "engine/training/planned.h"

#include <algorithm>

namespace motley {

std::int64_t microbatchOf(const LaunchSpec &launch, int rank)
{
    const std::int64_t planned = launch.plan.ranks[std::size_t(rank)].microbatch;
    return planned > 0 ? planned : launch.job.memory.microbatch;
}

std::vector<double> stateSharesOf(const Plan &plan, const MemorySpec &memory)
{
    std::vector<double> shares;
    for (const PlannedRank &rank : plan.ranks)
        shares.push_back(rank.stateShare);
    const bool planned = std::any_of(shares.begin(), shares.end(), [](double share) { return share > 0; });
    if (memory.shard == MemorySpec::Shard::Never || (memory.shard == MemorySpec::Shard::WhenNeeded && !planned))
        return {};
    return planned ? shares : std::vector<double>(shares.size(), 1);
}

std::vector<int> groupsOfRanks(const Plan &plan)
{
    std::vector<int> groups;
    for (const PlannedRank &rank : plan.ranks)
        if (rank.group)
            groups.push_back(*rank.group);
    return groups;
}

} // namespace motley
