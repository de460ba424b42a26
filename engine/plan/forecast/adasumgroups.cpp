#include "engine/plan/forecast/adasumgroups.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace motley {

namespace {

// Units per second of the ranks of each machine, when every rank has an equal part of the batch.
std::map<std::size_t, double> speedsOf(
    const std::vector<std::size_t> &machines, const std::vector<RankLimits> &ranks, std::int64_t batch)
{
    const double units = std::max(1.0, double(batch) / double(ranks.size()));
    std::map<std::size_t, double> speeds;
    for (std::size_t i = 0; i < ranks.size(); ++i)
        speeds[machines[i]] += units / ranks[i].time.at(units);
    return speeds;
}

struct Partition {
    std::map<std::size_t, std::size_t> groups; // of each machine
    double slowest = 0; // units per second of the slowest group
};

Partition longestFirst(const std::map<std::size_t, double> &speeds, std::size_t groups)
{
    std::vector<std::pair<std::size_t, double>> order(speeds.begin(), speeds.end());
    std::stable_sort(order.begin(), order.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    std::vector<double> totals(groups, 0);
    Partition found;
    for (const auto &[machine, speed] : order) {
        const auto slowest = std::min_element(totals.begin(), totals.end());
        found.groups[machine] = std::size_t(slowest - totals.begin());
        *slowest += speed;
    }
    found.slowest = *std::min_element(totals.begin(), totals.end());
    return found;
}

std::map<std::size_t, std::size_t> equallyFast(const std::map<std::size_t, double> &speeds)
{
    const double sum = std::accumulate(
        speeds.begin(), speeds.end(), 0.0, [](double total, const auto &machine) { return total + machine.second; });
    for (std::size_t groups = speeds.size(); groups > 1; --groups) {
        const Partition found = longestFirst(speeds, groups);
        if (double(groups) * found.slowest >= (1 - mostLostInGroups) * sum)
            return found.groups;
    }
    return longestFirst(speeds, 1).groups;
}

std::vector<int> numbered(const std::vector<std::size_t> &keys)
{
    std::map<std::size_t, int> numbers;
    std::vector<int> groups;
    groups.reserve(keys.size());
    for (const std::size_t key : keys)
        groups.push_back(numbers.try_emplace(key, int(numbers.size())).first->second);
    return groups;
}

} // namespace

std::vector<int> adasumGroups(ExchangeSpec::Between between, const std::vector<std::size_t> &machines,
    const std::vector<RankLimits> &ranks, std::int64_t batch)
{
    if (between == ExchangeSpec::Between::Machines)
        return numbered(machines);
    std::vector<std::size_t> keys(ranks.size());
    if (between == ExchangeSpec::Between::Ranks) {
        std::iota(keys.begin(), keys.end(), std::size_t(0));
        return numbered(keys);
    }
    const auto groups = equallyFast(speedsOf(machines, ranks, batch));
    std::transform(
        machines.begin(), machines.end(), keys.begin(), [&](std::size_t machine) { return groups.at(machine); });
    return numbered(keys);
}

int groupCount(const std::vector<int> &groups)
{
    return groups.empty() ? 0 : *std::max_element(groups.begin(), groups.end()) + 1;
}

std::vector<std::int64_t> equalBatches(
    std::int64_t total, const std::vector<RankLimits> &ranks, const std::vector<int> &groups)
{
    const std::int64_t count = groupCount(groups);
    std::vector<std::int64_t> shares(ranks.size(), 0);
    for (std::int64_t group = 0; group < count; ++group) {
        std::vector<std::size_t> members;
        std::vector<RankLimits> limits;
        for (std::size_t i = 0; i < ranks.size(); ++i)
            if (groups[i] == group) {
                members.push_back(i);
                limits.push_back(ranks[i]);
            }
        const std::int64_t part = total / count + (group < total % count ? 1 : 0);
        const auto split = fastestSplit(part, limits);
        if (split.empty())
            return {};
        for (std::size_t i = 0; i < members.size(); ++i)
            shares[members[i]] = split[i];
    }
    return shares;
}

} // namespace motley
