#include "engine/plan/balance/rebalancer.h"

#include "engine/plan/balance/replay.h"
#include "engine/plan/statistics/median.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace motley {

Rebalancer::Rebalancer(std::vector<std::int64_t> shares, const std::vector<RankLimits> &expected, RebalanceRules rules)
    : m_shares(std::move(shares)), m_limits(expected), m_rules(rules)
{
    for (const RankLimits &rank : expected)
        m_fits.emplace_back(rank.time);
}

std::optional<Resplit> Rebalancer::take(const std::vector<MeasuredPart> &parts)
{
    if (m_proposed || m_fits.size() < 2)
        return std::nullopt;
    for (std::size_t i = 0; i < m_fits.size(); ++i)
        m_fits[i].add(parts[i].units, parts[i].seconds);
    ++m_steps;
    const bool areReady = std::all_of(m_fits.begin(), m_fits.end(), [](const auto &fit) { return fit.isReady(); });
    if (!areReady || m_steps < m_rules.urgentSteps)
        return std::nullopt;

    const std::vector<RankLimits> now = limitsNow();
    const Replay replay(m_fits);
    Resplit found;
    found.shares
        = replay.improved(fastestSplit(std::accumulate(m_shares.begin(), m_shares.end(), std::int64_t(0)), now), now);
    const Replay::Comparison compared = replay.compare(m_shares, found.shares);
    found.secondsBefore = compared.secondsBefore;
    found.secondsAfter = compared.secondsAfter;
    const double gained = found.secondsBefore - found.secondsAfter;
    const double gain = gained / found.secondsBefore;
    const bool isTime = m_steps >= m_rules.leastSteps || gain >= m_rules.urgentGain;
    if (!isTime || gain < m_rules.leastGain || gained < surelyErrors * compared.error)
        return std::nullopt;
    found.slowest = slowestOf(m_shares, now);
    const auto share = double(m_shares[found.slowest]);
    found.slowdown = now[found.slowest].time.at(share) / m_limits[found.slowest].time.at(share);
    m_limits = now;
    m_proposed = found.shares;
    return found;
}

void Rebalancer::takeEffect()
{
    if (!m_proposed)
        return;
    for (StepTimeFit &fit : m_fits)
        fit.shareChanges();
    m_shares = *std::exchange(m_proposed, std::nullopt);
    m_steps = 0;
}

std::vector<RankLimits> Rebalancer::limitsNow() const
{
    std::vector<RankLimits> now;
    for (std::size_t i = 0; i < m_fits.size(); ++i)
        now.push_back({m_fits[i].now(), m_limits[i].most});
    return now;
}

} // namespace motley
