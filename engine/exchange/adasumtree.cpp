#include "engine/exchange/adasumtree.h"

#include <algorithm>
#include <bit>

namespace motley {

namespace {

std::string pairOf(const std::string &a, const std::string &b)
{
    return "A(" + a + ", " + b + ")";
}

std::string sumOf(const std::vector<int> &ranks)
{
    std::string list;
    for (const int rank : ranks)
        list += (list.empty() ? "" : ", ") + std::to_string(rank);
    return ranks.size() == 1 ? list : "sum(" + list + ")";
}

} // namespace

RankGroups eachRankAlone(int ranks)
{
    RankGroups groups;
    for (int rank = 0; rank < ranks; ++rank)
        groups.push_back({rank});
    return groups;
}

RankGroups groupRanks(const std::vector<int> &groupOf)
{
    RankGroups groups;
    for (int rank = 0; rank < int(groupOf.size()); ++rank) {
        const auto isHere = [&](const std::vector<int> &group) {
            return groupOf[std::size_t(group.front())] == groupOf[std::size_t(rank)];
        };
        const auto found = std::find_if(groups.begin(), groups.end(), isHere);
        if (found == groups.end())
            groups.push_back({rank});
        else
            found->push_back(rank);
    }
    return groups;
}

int adasumCore(int groups)
{
    return int(std::bit_floor(unsigned(groups)));
}

std::string adasumFormula(const RankGroups &groups)
{
    std::vector<std::string> terms;
    for (const std::vector<int> &group : groups)
        terms.push_back(sumOf(group));
    std::size_t count = std::size_t(adasumCore(int(groups.size())));
    for (std::size_t i = count; i < terms.size(); ++i)
        terms[i - count] = pairOf(terms[i - count], terms[i]);
    for (; count > 1; count /= 2)
        for (std::size_t i = 0; i < count / 2; ++i)
            terms[i] = pairOf(terms[2 * i], terms[2 * i + 1]);
    return terms.front();
}

} // namespace motley
