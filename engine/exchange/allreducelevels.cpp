#include "engine/exchange/allreducelevels.h"

#include <algorithm>
#include <map>

namespace motley {

namespace {

using Ranks = std::vector<int>;

// Groups of about the same size, as few as there can be.
void cut(const Ranks &ranks, std::vector<Ranks> &groups)
{
    const std::size_t count = (ranks.size() + largestGroup - 1) / largestGroup;
    for (std::size_t i = 0; i < count; ++i)
        groups.emplace_back(ranks.begin() + std::ptrdiff_t(ranks.size() * i / count),
            ranks.begin() + std::ptrdiff_t(ranks.size() * (i + 1) / count));
}

std::vector<Ranks> groupsOf(const Ranks &nodes, const std::vector<int> &machines)
{
    std::map<int, Ranks> ofMachine;
    for (const int node : nodes)
        ofMachine[machines[std::size_t(node)]].push_back(node);
    std::vector<Ranks> groups;
    const bool isInside = ofMachine.size() < nodes.size(); // some machine has several
    if (!isInside || (ofMachine.size() == 1 && nodes.size() <= largestGroup))
        cut(nodes, groups);
    else
        for (const auto &[machine, ranks] : ofMachine)
            cut(ranks, groups);
    return groups;
}

} // namespace

std::vector<std::vector<int>> allReduceLevels(const std::vector<int> &machines, int rank)
{
    Ranks nodes;
    for (std::size_t i = 0; i < machines.size(); ++i)
        nodes.push_back(int(i));
    std::vector<Ranks> levels;
    for (bool leads = true; leads && nodes.size() > 1;) {
        const std::vector<Ranks> groups = groupsOf(nodes, machines);
        nodes.clear();
        for (const Ranks &group : groups) {
            nodes.push_back(group.front());
            if (std::binary_search(group.begin(), group.end(), rank) && group.size() > 1)
                levels.push_back(group);
        }
        std::sort(nodes.begin(), nodes.end());
        leads = std::binary_search(nodes.begin(), nodes.end(), rank);
    }
    return levels;
}

} // namespace motley
