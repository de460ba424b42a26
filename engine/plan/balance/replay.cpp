#include "engine/plan/balance/replay.h"

#include "engine/statistics/mean.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace motley {

namespace {

constexpr std::int64_t largestMove = 64; // the first moves are of batch / largestMove units
constexpr std::int64_t smallestMove = 512; // the last moves are of batch / smallestMove units
constexpr int mostMoves = 8; // for each size of move
} // namespace

Replay::Replay(const std::vector<StepTimeFit> &ranks) : m_steps(std::numeric_limits<std::size_t>::max())
{
    for (const StepTimeFit &rank : ranks) {
        m_ranks.push_back({rank.fixedUnits(), rank.secondsPerUnit()});
        m_steps = std::min(m_steps, m_ranks.back().secondsPerUnit.size());
    }
    for (Rank &rank : m_ranks) {
        std::vector<double> &values = rank.secondsPerUnit;
        values = winsorized(std::move(values));
        values.erase(values.begin(), values.end() - std::ptrdiff_t(m_steps));
    }
}

Replay::Comparison Replay::compare(
    const std::vector<std::int64_t> &before, const std::vector<std::int64_t> &after) const
{
    const std::vector<double> longer = seconds(before);
    const std::vector<double> shorter = seconds(after);
    std::vector<double> gained;
    for (std::size_t step = 0; step < m_steps; ++step)
        gained.push_back(longer[step] - shorter[step]);
    return {mean(longer), mean(shorter), cautiousErrorOfMean(gained)};
}

double Replay::secondsWithoutWaiting(std::int64_t units) const
{
    auto work = double(units);
    double speed = 0;
    for (const Rank &rank : m_ranks) {
        work += rank.fixedUnits;
        speed += 1 / mean(rank.secondsPerUnit);
    }
    return work / speed;
}

std::vector<double> Replay::seconds(const std::vector<std::int64_t> &shares) const
{
    std::vector<double> seconds;
    for (std::size_t step = 0; step < m_steps; ++step) {
        const std::size_t slowest = slowestIn(step, shares);
        seconds.push_back(m_ranks[slowest].at(step, shares[slowest]));
    }
    return seconds;
}

std::vector<std::int64_t> Replay::improved(
    std::vector<std::int64_t> shares, const std::vector<RankLimits> &limits) const
{
    const std::int64_t batch = unitsIn(shares);
    const std::int64_t smallest = std::max<std::int64_t>(1, batch / smallestMove);
    for (std::int64_t units = std::max(smallest, batch / largestMove); units >= smallest; units /= 2)
        for (int moves = 0; moves < mostMoves && move(units, shares, limits); ++moves) { }
    return shares;
}

bool Replay::move(std::int64_t units, std::vector<std::int64_t> &shares, const std::vector<RankLimits> &limits) const
{
    const std::vector<double> costs = costOfAUnit(shares);
    std::size_t from = shares.size();
    std::size_t to = shares.size();
    for (std::size_t i = 0; i < shares.size(); ++i) {
        if (shares[i] > units && (from == shares.size() || costs[i] > costs[from]))
            from = i;
        if (limits[i].most - units >= shares[i] && (to == shares.size() || costs[i] < costs[to]))
            to = i;
    }
    if (from == shares.size() || to == shares.size() || from == to)
        return false;
    std::vector<std::int64_t> other = shares;
    other[from] -= units;
    other[to] += units;
    if (mean(seconds(other)) >= mean(seconds(shares)))
        return false;
    shares = std::move(other);
    return true;
}

// For each rank, the seconds that all steps together would take longer if it had one more unit.
std::vector<double> Replay::costOfAUnit(const std::vector<std::int64_t> &shares) const
{
    std::vector<double> costs(m_ranks.size(), 0);
    for (std::size_t step = 0; step < m_steps; ++step) {
        const std::size_t slowest = slowestIn(step, shares);
        costs[slowest] += m_ranks[slowest].secondsPerUnit[step];
    }
    return costs;
}

std::size_t Replay::slowestIn(std::size_t step, const std::vector<std::int64_t> &shares) const
{
    std::size_t slowest = 0;
    for (std::size_t i = 1; i < m_ranks.size(); ++i)
        if (m_ranks[i].at(step, shares[i]) > m_ranks[slowest].at(step, shares[slowest]))
            slowest = i;
    return slowest;
}

} // namespace motley
