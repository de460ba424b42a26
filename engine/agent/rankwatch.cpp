#include "engine/agent/rankwatch.h"

#include <algorithm>
#include <iterator>

namespace motley {

namespace {

// A rank in one of these phases does not wait for others.
bool worksAlone(const RankStatus &rank)
{
    return rank.phase == RankPhase::Starting || rank.phase == RankPhase::Loading || rank.phase == RankPhase::Saving;
}

} // namespace

std::string describe(RankPhase phase)
{
    switch (phase) {
    case RankPhase::Starting:
        return "opens its data and its model";
    case RankPhase::Connecting:
        return "connects to the other ranks";
    case RankPhase::Loading:
        return "loads a checkpoint";
    case RankPhase::Training:
        return "trains";
    case RankPhase::Testing:
        return "tests the model";
    case RankPhase::Saving:
        return "writes a checkpoint or the model";
    case RankPhase::Finished:
        return "ends";
    }
    return {};
}

RankWatch::RankWatch(int ranks)
{
    for (int rank = 0; rank < ranks; ++rank)
        m_ranks.push_back({rank, RankPhase::Starting, 0, 0});
}

void RankWatch::update(const RankStatus &status)
{
    if (status.rank < 0 || std::size_t(status.rank) >= m_ranks.size())
        return;
    RankStatus &known = m_ranks[std::size_t(status.rank)];
    const auto waitedFor = last();
    const bool isWaitedFor = std::any_of(
        waitedFor.begin(), waitedFor.end(), [&](const RankStatus &rank) { return rank.rank == status.rank; });
    RankStatus before = known;
    before.unreachable = status.unreachable; // no progress
    if (isWaitedFor && before != status)
        m_standing.restart();
    known = status;
}

// The ranks that have begun the fewest collectives, of those that still have something to do.
std::vector<RankStatus> RankWatch::last() const
{
    std::vector<RankStatus> going;
    std::copy_if(m_ranks.begin(), m_ranks.end(), std::back_inserter(going),
        [](const RankStatus &rank) { return rank.phase != RankPhase::Finished; });
    const auto fewest = std::min_element(going.begin(), going.end(),
        [](const RankStatus &a, const RankStatus &b) { return a.collectives < b.collectives; });
    if (fewest == going.end())
        return {};
    const std::int64_t least = fewest->collectives;
    std::erase_if(going, [&](const RankStatus &rank) { return rank.collectives > least; });
    return going;
}

std::vector<RankStatus> RankWatch::waitedFor() const
{
    std::vector<RankStatus> ranks = last();
    const auto going = std::count_if(
        m_ranks.begin(), m_ranks.end(), [](const RankStatus &rank) { return rank.phase != RankPhase::Finished; });
    if (std::any_of(ranks.begin(), ranks.end(), worksAlone))
        std::erase_if(ranks, [](const RankStatus &rank) { return !worksAlone(rank); });
    else if (std::ptrdiff_t(ranks.size()) == going)
        ranks.clear();
    return ranks;
}

std::optional<Standstill> RankWatch::check(HeartbeatTimer::Clock::time_point now)
{
    if (m_standing.seconds(now) < double(limit.count()))
        return std::nullopt;
    const auto waitedFor = last();
    if (waitedFor.empty())
        return std::nullopt;
    const auto alone = std::find_if(waitedFor.begin(), waitedFor.end(), worksAlone);
    if (alone != waitedFor.end())
        return Standstill{alone->rank, alone->phase};
    const auto going = std::count_if(
        m_ranks.begin(), m_ranks.end(), [](const RankStatus &rank) { return rank.phase != RankPhase::Finished; });
    const bool allWait = going > 1 && std::ptrdiff_t(waitedFor.size()) == going;
    return Standstill{allWait ? std::nullopt : std::optional(waitedFor.front().rank), waitedFor.front().phase};
}

} // namespace motley
