#include "engine/plan/balance/triedsplits.h"

#include "engine/plan/balance/batchsplit.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {
constexpr double nearBy = 0.03; // part of the batch
} // namespace

void TriedSplits::add(TriedSplit split)
{
    const auto same = std::find_if(
        m_splits.begin(), m_splits.end(), [&](const TriedSplit &tried) { return tried.shares == split.shares; });
    if (same == m_splits.end())
        m_splits.push_back(std::move(split));
    else
        *same = std::move(split);
}

const TriedSplit *TriedSplits::fastest() const
{
    const auto found = std::min_element(m_splits.begin(), m_splits.end(),
        [](const TriedSplit &one, const TriedSplit &other) { return one.atMost() < other.atMost(); });
    return found == m_splits.end() ? nullptr : &*found;
}

bool TriedSplits::wereSlower(const std::vector<std::int64_t> &shares) const
{
    const TriedSplit *best = fastest();
    return std::any_of(m_splits.begin(), m_splits.end(),
        [&](const TriedSplit &tried) { return &tried != best && areNear(tried.shares, shares, nearBy); });
}

bool areNear(const std::vector<std::int64_t> &one, const std::vector<std::int64_t> &other, double part)
{
    const double most = part * double(unitsIn(one));
    for (std::size_t i = 0; i < one.size(); ++i)
        if (std::abs(double(one[i] - other[i])) > most)
            return false;
    return true;
}

} // namespace motley
