// The seconds of a step whose batch is split into these shares.
#pragma once

#include "engine/plan/balance/batchsplit.h"

namespace motley {

inline double longestSeconds(const std::vector<std::int64_t> &shares, const std::vector<RankLimits> &ranks)
{
    const std::size_t slowest = slowestOf(shares, ranks);
    return ranks[slowest].time.at(double(shares[slowest]));
}

} // namespace motley
