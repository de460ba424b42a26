#include "engine/agent/joiners.h"

namespace motley {

Joiners::Joiners(const LaunchSpec &launch) : m_plan(launch.plan) { }

void Joiners::ask(int machine)
{
    m_joiners[machine].asks = true;
}

// A rank that has been told of no generation waits for its first one.
void Joiners::update(const RankStatus &status)
{
    if (status.rank < 0 || std::size_t(status.rank) >= m_plan.ranks.size())
        return;
    const auto found = m_joiners.find(m_plan.ranks[std::size_t(status.rank)].machine);
    if (found == m_joiners.end() || !found->second.isWelcome)
        return;
    if (status.phase == RankPhase::Connecting && status.generation == 0)
        found->second.ready.insert(status.rank);
    else
        found->second.ready.erase(status.rank);
}

bool Joiners::isWelcome(int machine) const
{
    const auto found = m_joiners.find(machine);
    return found != m_joiners.end() && found->second.isWelcome;
}

void Joiners::forget(int machine)
{
    m_joiners.erase(machine);
}

std::optional<Joiners::Verdict> Joiners::decide(JoinCase now)
{
    for (auto &[machine, joiner] : m_joiners) {
        now.ranks.clear();
        for (int rank = 0; rank < int(m_plan.ranks.size()); ++rank)
            if (m_plan.ranks[std::size_t(rank)].machine == machine)
                now.ranks.push_back(rank);
        now.ready = joiner.ready;
        now.isWelcome = joiner.isWelcome;
        now.asks = joiner.asks;
        const Verdict verdict{machine, joining(now), joiner.isWelcome};
        if (verdict.answer == Joining::Wait)
            continue;
        joiner.asks = false;
        if (verdict.answer == Joining::Prepare)
            joiner.isWelcome = true;
        else if (verdict.answer != Joining::RefuseTwice)
            m_joiners.erase(machine);
        return verdict;
    }
    return std::nullopt;
}

} // namespace motley
