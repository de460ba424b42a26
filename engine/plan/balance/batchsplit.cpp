#include "engine/plan/balance/batchsplit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace motley {

namespace {

// The units that a rank completes within `seconds`, at least `least` and at most its limit.
std::int64_t unitsWithin(double seconds, const RankLimits &rank, std::int64_t least, std::int64_t total)
{
    const std::int64_t most = std::min(rank.most, total);
    const double left = seconds - rank.time.fixedSeconds;
    if (left < 0)
        return least;
    if (!(left < rank.time.secondsPerUnit * double(most)))
        return most;
    return std::clamp(std::int64_t(std::floor(left / rank.time.secondsPerUnit)), least, most);
}

std::vector<std::int64_t> allWithin(
    double seconds, const std::vector<RankLimits> &ranks, const std::vector<std::int64_t> &least, std::int64_t total)
{
    std::vector<std::int64_t> units;
    units.reserve(ranks.size());
    for (std::size_t i = 0; i < ranks.size(); ++i)
        units.push_back(unitsWithin(seconds, ranks[i], least[i], total));
    return units;
}

std::int64_t room(const std::vector<RankLimits> &ranks, std::int64_t total)
{
    std::int64_t units = 0;
    for (const RankLimits &rank : ranks)
        units += std::min(rank.most, total - std::min(units, total));
    return units;
}

// The rank that would finish first with one more unit, among those with room; the number of ranks if none has room.
std::size_t firstWithOneMore(const std::vector<std::int64_t> &units, const std::vector<RankLimits> &ranks)
{
    std::size_t first = ranks.size();
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const double seconds = ranks[i].time.at(double(units[i] + 1));
        if (units[i] < ranks[i].most && seconds < least) {
            first = i;
            least = seconds;
        }
    }
    return first;
}

std::vector<std::int64_t> fastestWithAtLeast(
    const std::vector<std::int64_t> &least, std::int64_t total, const std::vector<RankLimits> &ranks)
{
    // Bisects the step time between one that is too short for all units and one that is long enough, until only a few
    // units are left to hand out one by one.
    double tooShort = 0;
    double enough = 0;
    for (const RankLimits &rank : ranks)
        enough = std::max(enough, rank.time.at(double(std::min(rank.most, total))));
    for (int halvings = 0; halvings < 60; ++halvings) {
        const double between = (tooShort + enough) / 2;
        (unitsIn(allWithin(between, ranks, least, total)) > total ? enough : tooShort) = between;
    }
    std::vector<std::int64_t> units = allWithin(tooShort, ranks, least, total);
    for (std::int64_t left = total - unitsIn(units); left > 0; --left)
        ++units[firstWithOneMore(units, ranks)];
    return units;
}

} // namespace

std::vector<std::int64_t> fastestSplit(std::int64_t total, const std::vector<RankLimits> &ranks)
{
    if (total < 0 || room(ranks, total) < total)
        return {};
    std::vector<std::int64_t> least(ranks.size(), 0);
    std::vector<std::int64_t> units = fastestWithAtLeast(least, total, ranks);
    if (total < std::int64_t(ranks.size()))
        return units;
    double longest = 0; // seconds: the slowest of the ranks with a share
    for (std::size_t i = 0; i < ranks.size(); ++i)
        longest = std::max(longest, units[i] > 0 ? ranks[i].time.at(double(units[i])) : 0.0);
    for (std::size_t i = 0; i < ranks.size(); ++i)
        least[i] = ranks[i].most > 0 && ranks[i].time.at(1) <= mostWait * longest ? 1 : 0;
    return fastestWithAtLeast(least, total, ranks);
}

std::int64_t unitsIn(const std::vector<std::int64_t> &shares)
{
    return std::accumulate(shares.begin(), shares.end(), std::int64_t(0));
}

std::size_t slowestOf(const std::vector<std::int64_t> &shares, const std::vector<RankLimits> &ranks)
{
    std::size_t slowest = 0;
    for (std::size_t i = 1; i < ranks.size(); ++i)
        if (ranks[i].time.at(double(shares[i])) > ranks[slowest].time.at(double(shares[slowest])))
            slowest = i;
    return slowest;
}

} // namespace motley
