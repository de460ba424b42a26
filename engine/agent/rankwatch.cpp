#include "engine/agent/rankwatch.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace motley {

namespace {

// A rank in one of these phases does not wait for others.
bool worksAlone(const RankStatus &rank)
{
    return rank.phase == RankPhase::Starting || rank.phase == RankPhase::Loading || rank.phase == RankPhase::Saving;
}

bool isBehind(const RankStatus &one, const RankStatus &other)
{
    return std::pair(one.generation, one.collectives) < std::pair(other.generation, other.collectives);
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
    const auto found = std::find_if(
        m_ranks.begin(), m_ranks.end(), [&](const RankStatus &rank) { return rank.rank == status.rank; });
    if (found == m_ranks.end())
        return;
    RankStatus &known = *found;
    const auto waitedFor = last();
    const bool isWaitedFor = std::any_of(
        waitedFor.begin(), waitedFor.end(), [&](const RankStatus &rank) { return rank.rank == status.rank; });
    RankStatus before = known;
    before.unreachable = status.unreachable; // no progress
    if (isWaitedFor && before != status)
        m_standing.restart();
    known = status;
}

void RankWatch::setMembers(const std::vector<int> &ranks)
{
    std::vector<RankStatus> members;
    for (const int rank : ranks) {
        const auto known = std::find_if(
            m_ranks.begin(), m_ranks.end(), [&](const RankStatus &status) { return status.rank == rank; });
        members.push_back(known == m_ranks.end() ? RankStatus{rank, RankPhase::Starting, 0, 0} : *known);
    }
    m_ranks = std::move(members);
    m_standing.restart();
}

// The ranks that have begun the fewest collectives, of those that still have something to do.
std::vector<RankStatus> RankWatch::last() const
{
    std::vector<RankStatus> going;
    std::copy_if(m_ranks.begin(), m_ranks.end(), std::back_inserter(going),
        [](const RankStatus &rank) { return rank.phase != RankPhase::Finished; });
    const auto fewest = std::min_element(going.begin(), going.end(), isBehind);
    if (fewest == going.end())
        return {};
    const RankStatus last = *fewest;
    std::erase_if(going, [&](const RankStatus &rank) { return isBehind(last, rank); });
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
    std::erase_if(ranks, [](const RankStatus &rank) { return rank.hasLostPeer; });
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
