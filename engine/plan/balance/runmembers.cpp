#include "engine/plan/balance/runmembers.h"

#include <algorithm>

namespace motley {

void RunMembers::add(const EventBody &body)
{
    std::visit([this](const auto &known) { on(known); }, body);
}

void RunMembers::on(const PlanChosen &chosen)
{
    m_plan = chosen.plan;
    m_trains.assign(chosen.plan.ranks.size(), true);
    m_generation = 1;
    m_isForming = false;
    m_losses.clear();
}

void RunMembers::setShares(const std::vector<std::int64_t> &shares)
{
    if (!m_plan || shares.size() != m_plan->ranks.size())
        return;
    for (std::size_t i = 0; i < shares.size(); ++i)
        m_plan->ranks[i].share = shares[i];
}

void RunMembers::on(const MembershipChanged &changed)
{
    m_generation = changed.generation;
    m_isForming = true;
    m_changedAfter = changed.step;
    for (const RankFailed &failure : changed.lost)
        m_losses.push_back({failure, changed.step});
    for (const int machine : changed.came.value_or(std::vector<int>()))
        for (Loss &loss : m_losses)
            if (loss.failure.machine == machine && !loss.back)
                loss.back = changed.step + 1;
    std::fill(m_trains.begin(), m_trains.end(), false);
    for (const int rank : changed.ranks)
        if (rank >= 0 && std::size_t(rank) < m_trains.size())
            m_trains[std::size_t(rank)] = true;
    setShares(changed.shares);
}

void RunMembers::on(const GenerationFormed &formed)
{
    if (formed.generation == m_generation)
        m_isForming = false;
}

void RunMembers::on(const StepDone &step)
{
    if (step.step > m_changedAfter)
        m_isForming = false;
}

bool RunMembers::trains(int rank) const
{
    return rank >= 0 && std::size_t(rank) < m_trains.size() && m_trains[std::size_t(rank)];
}

int RunMembers::ranks() const
{
    return int(std::count(m_trains.begin(), m_trains.end(), true));
}

bool RunMembers::areAll() const
{
    return ranks() == int(m_trains.size());
}

int RunMembers::ranksOn(int machine) const
{
    int count = 0;
    for (std::size_t rank = 0; rank < m_trains.size(); ++rank)
        count += m_trains[rank] && m_plan->ranks[rank].machine == machine ? 1 : 0;
    return count;
}

const RunMembers::Loss *RunMembers::lossOn(int machine) const
{
    const auto latest = std::find_if(
        m_losses.rbegin(), m_losses.rend(), [&](const Loss &loss) { return loss.failure.machine == machine; });
    return latest == m_losses.rend() ? nullptr : &*latest;
}

bool RunMembers::isLost(int machine) const
{
    return lossOn(machine) && ranksOn(machine) == 0;
}

std::vector<LostTogether> lostTogether(const std::vector<RankFailed> &lost)
{
    std::vector<LostTogether> groups;
    for (const RankFailed &failure : lost) {
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const LostTogether &group) {
            return group.machine == failure.machine && group.cause == failure.cause;
        });
        if (same == groups.end())
            groups.push_back({failure.machine, failure.cause, {failure.rank}});
        else
            same->ranks.push_back(failure.rank);
    }
    return groups;
}

} // namespace motley
