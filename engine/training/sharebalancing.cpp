#include "engine/training/sharebalancing.h"

#include <algorithm>

namespace motley {

ShareBalancer::ShareBalancer(const Plan &plan, int rank, bool updatesTogether, std::int64_t largestShare)
    : m_updatesTogether(updatesTogether)
{
    std::vector<RankLimits> expected;
    for (const PlannedRank &planned : plan.ranks) {
        m_shares.push_back(planned.share);
        m_machines.push_back(planned.machine);
        expected.push_back({{planned.fixedSeconds, planned.secondsPerUnit > 0 ? planned.secondsPerUnit : 1},
            std::min(planned.largestShare.value_or(unlimited), largestShare)});
    }
    if (rank == 0 && plan.ranks.size() > 1 && plan.shareRule != ShareRule::Given && groupsOf(plan) == 0)
        m_rebalancer.emplace(m_shares, expected);
}

std::optional<SharesChanged> ShareBalancer::begin(std::int64_t step)
{
    if (!m_coming || step < m_coming->fromStep)
        return std::nullopt;
    m_shares = std::exchange(m_coming, std::nullopt)->shares;
    if (m_rebalancer)
        m_rebalancer->apply();
    return std::exchange(m_proposed, std::nullopt);
}

void ShareBalancer::receive(const NewShares &shares, DataLoader &data)
{
    data.changeShares(shares.fromStep, shares.shares);
    m_coming = shares;
}

void ShareBalancer::repeat(DataLoader &data) const
{
    if (m_coming)
        data.changeShares(m_coming->fromStep, m_coming->shares);
}

void ShareBalancer::learn(std::int64_t step, const std::vector<RankStep> &ranks, const DataLoader &data)
{
    if (!m_rebalancer)
        return;
    std::vector<MeasuredPart> parts;
    for (const RankStep &rank : ranks)
        parts.push_back({rank.units, rank.ownSeconds() - (m_updatesTogether ? rank.optimizerSeconds : 0)});
    const auto better = m_rebalancer->rebalance(parts);
    if (!better)
        return;
    // The other ranks get the new shares with the next step's report.
    const std::int64_t fromStep = data.earliestChange(step + 1);
    m_proposed = SharesChanged{fromStep, better->shares, m_machines[better->slowest], better->slowdown,
        better->secondsBefore, better->secondsAfter};
    m_newShares = NewShares{fromStep, better->shares};
}

} // namespace motley
