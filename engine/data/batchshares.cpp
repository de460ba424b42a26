#include "engine/data/batchshares.h"

#include <algorithm>
#include <numeric>

namespace motley {

Range cutShare(const std::vector<std::int64_t> &shares, int rank, std::int64_t samples)
{
    const std::int64_t total = std::accumulate(shares.begin(), shares.end(), std::int64_t(0));
    if (total == 0)
        return rank == 0 ? Range{0, samples} : Range{samples, samples};
    const std::int64_t before = std::accumulate(shares.begin(), shares.begin() + rank, std::int64_t(0));
    const std::int64_t through = before + shares[std::size_t(rank)];
    return {before * samples / total, through * samples / total};
}

Range cutShare(const std::vector<std::int64_t> &shares, int rank, const std::vector<std::int64_t> &costs)
{
    std::vector<std::int64_t> ends(costs.size());
    std::partial_sum(costs.begin(), costs.end(), ends.begin());
    const Range work = cutShare(shares, rank, ends.empty() ? 0 : ends.back());
    // The number of samples whose summed cost is at most `end`.
    const auto samplesWithin = [&](std::int64_t end) {
        return std::int64_t(std::upper_bound(ends.begin(), ends.end(), end) - ends.begin());
    };
    return {samplesWithin(work.first), samplesWithin(work.last)};
}

} // namespace motley
