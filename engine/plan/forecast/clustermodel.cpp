#include "engine/plan/forecast/clustermodel.h"

#include <algorithm>
#include <numeric>

namespace motley {

NodeSet allOf(const ClusterModel &cluster)
{
    NodeSet all(cluster.machines.size());
    std::iota(all.begin(), all.end(), std::size_t(0));
    return all;
}

std::vector<RankLimits> limitsOf(const ClusterModel &cluster, const NodeSet &members)
{
    std::vector<RankLimits> limits;
    for (const std::size_t machine : members)
        for (const RankModel &rank : cluster.machines[machine].ranks)
            limits.push_back({rank.time, rank.most});
    return limits;
}

std::vector<std::size_t> machinesOfRanks(const ClusterModel &cluster, const NodeSet &members)
{
    std::vector<std::size_t> machines;
    for (const std::size_t machine : members)
        machines.insert(machines.end(), cluster.machines[machine].ranks.size(), machine);
    return machines;
}

double sumOfSolo(const ClusterModel &cluster, const NodeSet &members, std::int64_t batch)
{
    double sum = 0;
    for (const RankLimits &rank : limitsOf(cluster, members)) {
        const auto units = double(std::min(batch, rank.most));
        sum += units / rank.time.at(units);
    }
    return sum;
}

} // namespace motley
