// How long a step takes whose batch is cut in this way.
#pragma once

#include "engine/plan/balance/batchsplit.h"

namespace motley {

inline double longestSeconds(const std::vector<std::int64_t> &shares, const std::vector<RankLimits> &ranks)
{
    const std::size_t slowest = slowestOf(shares, ranks);
    return ranks[slowest].time.at(double(shares[slowest]));
}

} // namespace motley
