#include "engine/agent/cutwatch.h"

#include "engine/agent/whyended.h"
#include "engine/base/tcp.h"
#include "engine/base/walltime.h"
#include "engine/machine/connectionwatch.h"

#include <algorithm>

namespace motley {

CutWatch::CutWatch(const Plan &plan) : m_plan(plan)
{
    for (int machine = 0; machine < int(plan.machines.size()); ++machine)
        if (const auto address = socketAddress(plan.machines[std::size_t(machine)].address, 0))
            m_machineAt[numericAddress(*address)] = machine;
    for (int rank = 0; rank < int(plan.ranks.size()); ++rank)
        m_members.insert(rank);
}

void CutWatch::update(const RankStatus &status)
{
    if (!m_members.count(status.rank))
        return;
    std::vector<int> &missed = m_missed[status.rank];
    missed.clear();
    for (const std::string &address : status.unreachable)
        if (const auto found = m_machineAt.find(address); found != m_machineAt.end())
            missed.push_back(found->second);
}

void CutWatch::setMembers(const std::vector<int> &ranks)
{
    m_members = {ranks.begin(), ranks.end()};
    std::erase_if(m_missed, [&](const auto &missed) { return !m_members.count(missed.first); });
    std::erase_if(m_told, [&](const Pair &pair) { return !hasMachine(pair.first) || !hasMachine(pair.second); });
}

bool CutWatch::hasMachine(int machine) const
{
    return std::any_of(m_members.begin(), m_members.end(),
        [&](int rank) { return m_plan.ranks[std::size_t(rank)].machine == machine; });
}

std::vector<EventBody> CutWatch::news()
{
    std::vector<EventBody> news;
    std::set<Pair> now = cuts();
    for (const Pair &pair : now)
        if (!m_told.count(pair))
            news.push_back(Warning{-1,
                "Nothing has got through between " + words(pair) + " for " + secondsText(ConnectionWatch::patience)
                    + ". The run waits, and goes on when it does again. Check the network between the two."});
    for (const Pair &pair : m_told)
        if (!now.count(pair))
            news.push_back(Note{-1, "The connection between " + words(pair) + " works again."});
    m_told = std::move(now);
    return news;
}

std::string CutWatch::cutPair() const
{
    const auto cut = cuts();
    return cut.empty() ? std::string() : words(*cut.begin());
}

std::set<CutWatch::Pair> CutWatch::cuts() const
{
    std::set<Pair> cut;
    for (const auto &[rank, missed] : m_missed)
        for (const int other : missed)
            if (const int own = m_plan.ranks[std::size_t(rank)].machine; own != other && hasMachine(other))
                cut.insert(std::minmax({own, other}));
    return cut;
}

std::string CutWatch::words(const Pair &pair) const
{
    return nameOf(m_plan.machines[std::size_t(pair.first)]) + " and "
        + nameOf(m_plan.machines[std::size_t(pair.second)]);
}

} // namespace motley
