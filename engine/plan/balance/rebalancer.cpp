#include "engine/plan/balance/rebalancer.h"

#include "engine/plan/balance/replay.h"
#include "engine/statistics/mean.h"
#include "engine/statistics/median.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace motley {

namespace {

constexpr std::size_t keptSteps = 512; // of the present split
constexpr std::ptrdiff_t stepsOfAChange = 8; // that are sure to be after it when a change of speed is seen
constexpr std::size_t stepsOfALook = 32; // times the steps between two looks are known at each
constexpr double probablyErrors = 2; // going back to a split that was measured risks less than trying a new one
constexpr double leastOwnChange = 1.5; // times as long or short as before: that is no effect of other shares
constexpr double leastKept = 0.5; // part of the predicted gain that must come true
constexpr std::int64_t mostPatience = 32;
constexpr double leastDistance = 1.0 / 64; // part of the batch
// A share grows to at most 3 times its size, or to half of an even share: the needs of a rank for much more work are
// unknown.
constexpr std::int64_t mostGrowth = 3;
constexpr double mostCostOfTrials = 0.03; // part of a run's time

// Half the way, where the rounded sum stays the same.
std::vector<std::int64_t> between(const std::vector<std::int64_t> &from, std::vector<std::int64_t> to)
{
    const std::int64_t total = unitsIn(from);
    for (std::size_t i = 0; i < to.size(); ++i)
        to[i] = (from[i] + to[i]) / 2;
    const std::int64_t left = total - unitsIn(to); // at most half a unit of each rank
    for (std::int64_t i = 0; i < left; ++i)
        ++to[std::size_t(i)];
    return to;
}

} // namespace

Rebalancer::Rebalancer(std::vector<std::int64_t> shares, const std::vector<RankLimits> &expected, RebalanceRules rules)
    : m_shares(std::move(shares)), m_limits(expected), m_rules(rules)
{
    for (const RankLimits &rank : expected)
        m_fits.emplace_back(rank.time);
}

std::optional<Resplit> Rebalancer::rebalance(const std::vector<MeasuredPart> &parts)
{
    countTrial(parts);
    if (m_proposed || m_fits.size() < 2)
        return std::nullopt;
    add(parts);
    if (auto hopeless = endOfHopelessTrial()) {
        propose(*hopeless, limitsNow());
        return hopeless;
    }
    if (!isMeasured())
        return std::nullopt;
    m_trials.isGoing = false;
    const TriedSplit measured = present();
    m_tried.add(measured);
    if (m_steps >= m_rules.leastSteps)
        comparePrediction(measured.seconds);

    const std::vector<RankLimits> now = limitsNow();
    auto found = fastestTried(measured);
    if (!found)
        found = faster(now);
    if (!found)
        found = trial(measured);
    if (found)
        propose(*found, now);
    return found;
}

void Rebalancer::countTrial(const std::vector<MeasuredPart> &parts)
{
    double longest = 0;
    for (const MeasuredPart &part : parts)
        longest = std::max(longest, part.seconds);
    ++m_trials.steps;
    m_trials.seconds += longest;
    m_trials.cost += m_trials.isGoing ? std::max(0.0, longest - m_trials.usual.seconds) : 0;
}

void Rebalancer::apply()
{
    if (!m_proposed)
        return;
    for (StepTimeFit &fit : m_fits)
        fit.shareChanges();
    m_trials.isGoing = std::exchange(m_trials.isProposed, false);
    m_shares = m_proposed->shares;
    m_promised = std::exchange(m_proposed, std::nullopt);
    if (m_trials.isGoing)
        m_promised.reset(); // a trial promises nothing
    m_steps = 0;
    m_seconds.clear();
}

// A small change of speed soon after a change of shares belongs to that: what was tried before still counts.
void Rebalancer::add(const std::vector<MeasuredPart> &parts)
{
    const double least = m_steps < 2 * m_rules.leastSteps ? leastOwnChange : 1;
    bool hasChanged = false;
    double longest = 0;
    for (std::size_t i = 0; i < m_fits.size(); ++i) {
        const double timesAsLong = m_fits[i].add(parts[i].units, parts[i].seconds);
        hasChanged = hasChanged || timesAsLong > least || timesAsLong < 1 / least;
        longest = std::max(longest, parts[i].seconds);
    }
    ++m_steps;
    if (m_seconds.size() == keptSteps)
        m_seconds.erase(m_seconds.begin());
    m_seconds.push_back(longest);
    if (!hasChanged)
        return;
    m_seconds.erase(m_seconds.begin(), m_seconds.end() - stepsOfAChange);
    m_tried.clear();
    m_promised.reset();
    m_patience = 1;
}

// Where many steps are known another one changes little, so not every one is looked at: among many ranks that would
// take as long as a short step.
bool Rebalancer::isMeasured() const
{
    const auto looksEvery = std::int64_t(1 + m_seconds.size() / stepsOfALook);
    return m_steps % looksEvery == 0 && m_steps >= m_rules.urgentSteps
        && std::accumulate(m_seconds.begin(), m_seconds.end(), 0.0) >= m_rules.leastSeconds
        && std::all_of(m_fits.begin(), m_fits.end(), [](const StepTimeFit &fit) { return fit.isReady(); });
}

TriedSplit Rebalancer::present() const
{
    const std::vector<double> seconds = winsorized(m_seconds);
    return {m_shares, mean(seconds), cautiousErrorOfMean(seconds)};
}

void Rebalancer::comparePrediction(double seconds)
{
    if (!m_promised)
        return;
    const double gained = m_promised->secondsBefore - seconds;
    if (gained < leastKept * (m_promised->secondsBefore - m_promised->secondsAfter))
        m_patience = std::min(2 * m_patience, mostPatience);
    m_promised.reset();
}

std::vector<RankLimits> Rebalancer::limitsNow() const
{
    const std::int64_t half = unitsIn(m_shares) / std::int64_t(2 * m_fits.size());
    std::vector<RankLimits> now;
    for (std::size_t i = 0; i < m_fits.size(); ++i)
        now.push_back({m_fits[i].now(), std::min(m_limits[i].most, std::max(mostGrowth * m_shares[i], half))});
    return now;
}

// Nothing where the present split is the fastest, or where chance may have made it slower.
std::optional<Resplit> Rebalancer::fastestTried(const TriedSplit &now) const
{
    const TriedSplit &best = *m_tried.fastest();
    if (best.shares == m_shares || now.seconds - best.seconds <= probablyErrors * std::hypot(now.error, best.error))
        return std::nullopt;
    return Resplit{best.shares, now.seconds, best.seconds};
}

std::optional<Resplit> Rebalancer::faster(const std::vector<RankLimits> &now) const
{
    const Replay replay(m_fits);
    Resplit found;
    found.shares = replay.improved(fastestSplit(unitsIn(m_shares), now), now);
    while (m_tried.wereSlower(found.shares)) {
        found.shares = between(m_shares, found.shares);
        if (areNear(found.shares, m_shares, leastDistance))
            return std::nullopt;
    }
    const Replay::Comparison compared = replay.compare(m_shares, found.shares);
    found.secondsBefore = compared.secondsBefore;
    found.secondsAfter = compared.secondsAfter;
    const double gained = found.secondsBefore - found.secondsAfter;
    const double gain = gained / found.secondsBefore;
    const bool isUrgent = m_patience == 1 && gain >= m_rules.urgentGain;
    if ((m_steps < m_patience * m_rules.leastSteps && !isUrgent) || gain < m_rules.leastGain
        || gained < surelyErrors * compared.error
        || found.secondsAfter * (1 + m_rules.leastGain) > m_tried.fastest()->atMost())
        return std::nullopt;
    return found;
}

std::optional<Resplit> Rebalancer::trial(const TriedSplit &now)
{
    const std::size_t ranks = m_shares.size();
    const auto largest = std::size_t(std::max_element(m_shares.begin(), m_shares.end()) - m_shares.begin());
    if (m_shares[largest] < 2 || m_trials.steps < m_trials.wait || m_trials.cost > mostCostOfTrials * m_trials.seconds)
        return std::nullopt;
    for (std::size_t i = 0; i < ranks; ++i) {
        const std::size_t rank = (m_trials.next + i) % ranks;
        if (m_shares[rank] > 0 || m_limits[rank].most < 1)
            continue;
        Resplit found{m_shares, now.seconds, now.seconds};
        ++found.shares[rank];
        --found.shares[largest];
        m_trials.isProposed = true;
        m_trials.usual = now;
        m_trials.next = rank + 1;
        m_trials.steps = 0;
        m_trials.wait *= 2;
        return found;
    }
    return std::nullopt;
}

// One step is enough where it shows that the rank cannot help: all others wait for it.
std::optional<Resplit> Rebalancer::endOfHopelessTrial() const
{
    if (!m_trials.isGoing || m_seconds.back() <= mostWait * m_trials.usual.seconds)
        return std::nullopt;
    return Resplit{m_trials.usual.shares, m_seconds.back(), m_trials.usual.seconds};
}

void Rebalancer::propose(Resplit &found, const std::vector<RankLimits> &now)
{
    found.slowest = slowestOf(m_shares, now);
    const auto share = double(m_shares[found.slowest]);
    found.slowdown = now[found.slowest].time.at(share) / m_limits[found.slowest].time.at(share);
    for (std::size_t i = 0; i < now.size(); ++i)
        m_limits[i].time = now[i].time;
    m_proposed = found;
}

} // namespace motley
