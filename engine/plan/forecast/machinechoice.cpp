#include "engine/plan/forecast/machinechoice.h"

#include <algorithm>

namespace motley {

namespace {

// Forecasts the sets of machines and keeps the best one of each size: all sets or, of many machines, those of two
// greedy searches.
class Search {
public:
    Search(const JobModel &job, const ClusterModel &cluster)
        : m_job(job), m_cluster(cluster), m_bestOfSize(cluster.machines.size() + 1)
    {
        cluster.machines.size() <= mostTriedAll ? tryAll() : tryGreedily();
    }

    const std::vector<std::optional<Forecast>> &bestOfSize() const { return m_bestOfSize; } // index: number of machines

private:
    double tryMembers(const NodeSet &members)
    {
        const auto found = forecast(m_job, m_cluster, members);
        if (!found)
            return 0;
        auto &best = m_bestOfSize[members.size()];
        if (!best || found->unitsPerSecond > best->unitsPerSecond)
            best = *found;
        return found->unitsPerSecond;
    }

    void tryAll()
    {
        const std::size_t count = m_cluster.machines.size();
        for (std::size_t set = 1; set < std::size_t(1) << count; ++set) {
            NodeSet members;
            for (std::size_t machine = 0; machine < count; ++machine)
                if ((set >> machine & 1) != 0)
                    members.push_back(machine);
            tryMembers(members);
        }
    }

    // The set with the most throughput among those with one machine added or dropped. Of several equal machines only
    // one is tried.
    template <typename Change>
    NodeSet bestNeighbour(const NodeSet &candidates, const Change &change)
    {
        NodeSet best;
        double most = -1;
        std::vector<const NodeModel *> tried;
        for (const std::size_t machine : candidates) {
            const NodeModel &model = m_cluster.machines[machine];
            const bool isKnown
                = m_cluster.pairs.empty() && std::any_of(tried.begin(), tried.end(), [&](const NodeModel *other) {
                      return other->ranks == model.ranks && other->inside == model.inside
                          && other->outside == model.outside;
                  });
            if (isKnown)
                continue;
            tried.push_back(&model);
            NodeSet members = change(machine);
            const double throughput = tryMembers(members);
            if (throughput > most) {
                most = throughput;
                best = std::move(members);
            }
        }
        return best;
    }

    void tryGreedily()
    {
        const NodeSet all = allOf(m_cluster);
        NodeSet with;
        while (with.size() < all.size()) {
            NodeSet without;
            std::set_difference(all.begin(), all.end(), with.begin(), with.end(), std::back_inserter(without));
            with = bestNeighbour(without, [&](std::size_t machine) {
                NodeSet more = with;
                more.insert(std::upper_bound(more.begin(), more.end(), machine), machine);
                return more;
            });
        }
        while (with.size() > 1) {
            with = bestNeighbour(with, [&](std::size_t machine) {
                NodeSet fewer = with;
                std::erase(fewer, machine);
                return fewer;
            });
        }
    }

    const JobModel &m_job;
    const ClusterModel &m_cluster;
    std::vector<std::optional<Forecast>> m_bestOfSize;
};

} // namespace

Result<MachineChoice> chooseMachines(const JobModel &job, const ClusterModel &cluster)
{
    const NodeSet members = allOf(cluster);
    const auto all = forecast(job, cluster, members);
    if (!all)
        return tl::unexpected(all.error());
    MachineChoice choice{*all, *all, {}, {}};
    const Search search(job, cluster);
    double most = 0;
    for (const auto &best : search.bestOfSize()) {
        if (!best || best->unitsPerSecond <= most)
            continue;
        most = best->unitsPerSecond;
        choice.worthIt.push_back(*best);
    }
    choice.best = choice.worthIt.back();
    for (const std::size_t machine : members) {
        NodeSet others = members;
        std::erase(others, machine);
        const auto without = forecast(job, cluster, others);
        choice.gains.push_back(
            without ? std::optional(all->unitsPerSecond / without->unitsPerSecond - 1) : std::nullopt);
    }
    return choice;
}

} // namespace motley
