#include "remote/run/comebackplan.h"

#include <algorithm>
#include <utility>

namespace motley {

namespace {

using Reason = Comeback::Reason;
using State = Comeback::State;

// What ended ranks by itself, and would end them again.
bool wouldFailAgain(const RankFailed &failure)
{
    switch (failure.kind.value_or(RankFailed::Kind::Hung)) {
    case RankFailed::Kind::OutOfMemory:
    case RankFailed::Kind::NonFinite:
    case RankFailed::Kind::BadInput:
    case RankFailed::Kind::DeviceFailed:
    case RankFailed::Kind::FilesFailed:
    case RankFailed::Kind::Internal:
        return true;
    case RankFailed::Kind::PeerLost:
    case RankFailed::Kind::Killed:
    case RankFailed::Kind::Hung:
        break;
    }
    return false;
}

} // namespace

void ComebackPlan::setLeftAlone(const std::set<int> &machines, Time now)
{
    m_leftAlone = machines;
    for (auto &[machine, comeback] : m_machines) {
        const bool isWanted = m_leftAlone.count(machine) == 0;
        if (!isWanted && comeback.state == State::Waiting)
            leave(machine, Reason::Terms);
        else if (isWanted && comeback.reason == Reason::Terms)
            wait(machine, now);
    }
}

void ComebackPlan::update(const RunMembers &members, Time now)
{
    if (m_hasEnded || !members.plan())
        return;
    for (int machine = 0; machine < int(members.plan()->machines.size()); ++machine) {
        const bool isKnown = m_machines.count(machine) > 0;
        if (!members.isLost(machine)) {
            m_machines.erase(machine);
            m_paces.erase(machine);
        } else if (!isKnown) {
            lose(machine, *members.lossOn(machine), now);
        }
    }
}

// A machine that is lost again and again costs the others a step each time.
void ComebackPlan::lose(int machine, const RunMembers::Loss &loss, Time now)
{
    m_machines[machine] = {};
    if (m_leftAlone.count(machine))
        return leave(machine, Reason::Terms);
    if (wouldFailAgain(loss.failure))
        return leave(machine, Reason::Failure);
    Pace &pace = m_paces[machine];
    pace.pause = m_pauses.first;
    for (int time = m_losses[machine]++; time > 0; --time)
        pace.pause = std::min(2 * pace.pause, m_pauses.longest);
    wait(machine, now);
}

void ComebackPlan::wait(int machine, Time now)
{
    Comeback &comeback = m_machines[machine];
    comeback.state = State::Waiting;
    comeback.reason = Reason::None;
    Pace &pace = m_paces[machine];
    pace.pause = std::max(pace.pause, m_pauses.first);
    pace.due = now + pace.pause;
    pace.pause = std::min(2 * pace.pause, m_pauses.longest);
}

void ComebackPlan::leave(int machine, Reason reason, const Error &why)
{
    m_machines[machine] = {State::Left, reason, why, false};
    m_paces.erase(machine);
}

// Its ranks have ended as they were about to take part, and would do so again.
void ComebackPlan::warn(int machine, const Error &warning)
{
    const auto found = m_machines.find(machine);
    if (found != m_machines.end() && found->second.state == State::Preparing)
        leave(machine, Reason::Refusal, warning);
}

void ComebackPlan::end()
{
    m_hasEnded = true;
    m_machines.clear();
    m_paces.clear();
}

std::vector<int> ComebackPlan::takeDue(Time now)
{
    std::vector<int> due;
    for (const auto &[machine, pace] : m_paces)
        if (pace.due <= now && m_tries.insert(machine).second)
            due.push_back(machine);
    return due;
}

std::vector<int> ComebackPlan::takeAll()
{
    std::vector<int> all;
    for (const auto &[machine, comeback] : m_machines)
        if (comeback.state != State::Preparing && m_tries.insert(machine).second)
            all.push_back(machine);
    return all;
}

void ComebackPlan::tried(int machine, const ComebackAttempt &attempt, Time now)
{
    m_tries.erase(machine);
    const auto found = m_machines.find(machine);
    if (found == m_machines.end()) // it takes part, or the run is over
        return;
    Comeback &comeback = found->second;
    switch (attempt.outcome) {
    case ComebackAttempt::Outcome::Prepares:
        comeback = {State::Preparing, Reason::None, {}, true};
        m_paces[machine].due = now + m_pauses.look;
        return;
    case ComebackAttempt::Outcome::NeedsUser:
        return leave(machine, Reason::Login, attempt.error);
    case ComebackAttempt::Outcome::LoginRefused:
        return leave(machine, Reason::LoginRefused, attempt.error);
    case ComebackAttempt::Outcome::Refused:
        return leave(machine, Reason::Refusal, attempt.error);
    case ComebackAttempt::Outcome::Unreachable:
    case ComebackAttempt::Outcome::Failed:
        break;
    }
    comeback.why = attempt.error;
    comeback.wasReached = attempt.outcome == ComebackAttempt::Outcome::Failed;
    if (comeback.state != State::Left) // which a user has asked for in vain
        wait(machine, now);
}

std::optional<ComebackPlan::Time> ComebackPlan::next() const
{
    std::optional<Time> first;
    for (const auto &[machine, pace] : m_paces)
        if (!m_tries.count(machine) && (!first || pace.due < *first))
            first = pace.due;
    return first;
}

} // namespace motley
