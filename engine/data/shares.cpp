#include "engine/data/shares.h"

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

} // namespace motley
