#include "engine/training/planned.h"

namespace motley {

std::int64_t microbatchOf(const LaunchSpec &launch, int rank)
{
    const std::int64_t planned = launch.plan.ranks[std::size_t(rank)].microbatch;
    return planned > 0 ? planned : launch.job.memory.microbatch;
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
