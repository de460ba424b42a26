#include "engine/agent/members.h"

#include "engine/agent/whyended.h"
#include "engine/plan/balance/statemirrors.h"
#include "engine/protocol/controlline.h"

#include <algorithm>

namespace motley {

Members::Members(const LaunchSpec &launch)
    : m_job(launch.job), m_plan(launch.plan), m_machine(launch.machine), m_hasCheckpoint(!launch.resumeFrom.empty()),
      m_now(everyRankOf(launch.plan)),
      m_formed(m_now), m_generations{machinesInOrder(m_now)}, m_logged{m_now.generation, m_now.ranks}
{
    for (const PlannedRank &rank : launch.plan.ranks) {
        m_times.push_back({rank.fixedSeconds, rank.secondsPerUnit});
        m_fits.emplace_back(m_times.back());
    }
}

void Members::adopt(const Membership &membership)
{
    if (membership.generation <= m_now.generation)
        return;
    begin(membership);
}

Standing Members::standing() const
{
    return {m_machine, true, m_generations, {}};
}

bool Members::hasMachine(int machine) const
{
    return std::any_of(m_now.ranks.begin(), m_now.ranks.end(),
        [&](int rank) { return m_now.plan.ranks[std::size_t(rank)].machine == machine; });
}

void Members::add(const EventBody &event)
{
    if (const auto *formed = std::get_if<GenerationFormed>(&event); formed && formed->generation == m_now.generation) {
        m_isFormed = true;
        m_formed = m_now;
        m_newcomers.clear();
        m_oldest = m_now.generation;
        m_generations = {machinesInOrder(m_now)};
        m_reported.step = std::min(m_reported.step, formed->step); // it may have gone back to a checkpoint
    }
    if (const auto *changed = std::get_if<MembershipChanged>(&event))
        m_logged = {changed->generation, changed->ranks};
    if (std::holds_alternative<SharesChanged>(event))
        for (StepTimeFit &fit : m_fits)
            fit.shareChanges();
    if (const auto *test = std::get_if<Evaluation>(&event))
        m_reported.test = test->step;
    if (const auto *saved = std::get_if<CheckpointSaved>(&event)) {
        m_reported.checkpoint = saved->step;
        m_hasCheckpoint = true;
    }
    const auto *step = std::get_if<StepDone>(&event);
    if (!step)
        return;
    m_reported.step = std::max(m_reported.step, step->step);
    if (!m_isFormed) // it was on its way when its generation ended
        return;
    m_hasStepped = true;
    m_repairs = 0;
    for (const RankStep &rank : step->ranks) {
        if (!has(rank.rank))
            continue;
        StepTimeFit &fit = m_fits[std::size_t(rank.rank)];
        StepTime &time = m_times[std::size_t(rank.rank)];
        fit.add(rank.units, rank.ownSeconds());
        if (fit.isReady() || time.secondsPerUnit <= 0)
            time = fit.now();
    }
}

void Members::update(const RankStatus &status, Clock::time_point now)
{
    if (!has(status.rank) || m_lost.has(status.rank)) // one that has failed says that it is finished, too
        return;
    if (status.phase == RankPhase::Finished) {
        m_done.insert(status.rank);
        if (status.generation < m_oldest && m_now.generation > 1)
            m_absent.insert(status.rank);
        return;
    }
    if (status.hasLostPeer && status.generation == m_now.generation)
        m_lost.addBroken(status.rank, now);
}

void Members::lose(const RankFailed &failure, Clock::time_point now)
{
    if (!has(failure.rank))
        return;
    m_done.erase(failure.rank); // whoever fails says before that it is finished
    m_lost.add(failure, now);
}

void Members::loseMachine(
    int machine, const std::string &cause, Contact contact, RankFailed::Kind kind, Clock::time_point now)
{
    m_lost.addMachine(m_now, machine, cause, contact, kind, now);
}

std::optional<MembersDecision> Members::decide(const Silences &silence, Clock::time_point now)
{
    if (const auto lost = m_lost.settled(m_now, silence, now))
        return decideWithout(*lost);
    return m_absent.empty() || !m_lost.isEmpty() ? std::nullopt : decideWithout({});
}

std::optional<MembersDecision> Members::decideWithout(const std::vector<RankFailed> &lost)
{
    std::set<int> gone = m_done;
    for (const RankFailed &failure : lost)
        gone.insert(failure.rank);
    std::vector<int> left;
    std::copy_if(
        m_now.ranks.begin(), m_now.ranks.end(), std::back_inserter(left), [&](int rank) { return !gone.count(rank); });
    if (left.empty() && m_done.count(m_now.ranks.front())) { // which has written the model
        for (const RankFailed &failure : lost)
            std::erase(m_now.ranks, failure.rank);
        m_lost = {};
        m_absent.clear();
        return lost.empty() ? std::nullopt : std::optional<MembersDecision>(LostAfterTheEnd{lost});
    }
    const RankFailed cause = lost.empty() ? brokenConnection() : lost.front();
    if (!mayGoOn(left))
        return CutOff{cause};
    const bool isRepair = lost.empty() && m_absent.empty();
    if (isRepair && ++m_repairs > mostRepairs)
        return CannotGoOn{cause, {}};
    const GenerationLosses losses{lost, !m_hasStepped, m_machine};
    const auto hindrance = hindranceTo(left, m_now.plan, m_job, losses, m_before, canHaveWholeState(left));
    if (hindrance == Hindrance::NoneOnLeader && !hasEndedHere())
        return HandOver{cause};
    if (hindrance)
        return CannotGoOn{cause, whyNotWithout(*hindrance, m_now, m_machine)};
    auto next = membershipWithout(m_now, gone, m_times, m_job);
    if (!next)
        return CannotGoOn{
            cause, whyNotWithout(Hindrance::BatchTooLarge, m_now, m_machine) + " " + next.error().message};
    if (toLine(ControlLine{MembershipOrder{*next}}).size() > longestEventLine)
        return CannotGoOn{cause, whyUntold()};
    m_before = losses;
    return change(*std::move(next), lost);
}

// What has ended generations before says nothing of one that other ranks are in, too.
Result<MembershipChanged> Members::takeIn(int machine)
{
    auto next = membershipWith(m_now, machine, m_plan, m_times, m_job);
    if (!next)
        return tl::unexpected(next.error());
    if (toLine(ControlLine{MembershipOrder{*next}}).size() > longestEventLine)
        return fail(whyUntold());
    m_unknown.erase(machine);
    m_before = {};
    next->followsAStep = true;
    const int oldest = m_oldest;
    const std::set<int> before(m_now.ranks.begin(), m_now.ranks.end());
    MembershipChanged changed = change(*std::move(next), {});
    m_oldest = oldest;
    for (const int rank : m_now.ranks)
        if (!before.count(rank))
            m_newcomers.insert(rank);
    changed.came = {machine};
    return changed;
}

void Members::endWithoutNewcomers()
{
    std::erase_if(m_now.ranks, [this](int rank) { return m_newcomers.count(rank) > 0; });
    m_newcomers.clear();
}

bool Members::hasLogOfThis() const
{
    return m_isFormed || !m_now.reported || m_reported.step >= m_now.reported->step;
}

bool Members::hasEndedHere() const
{
    return std::any_of(m_done.begin(), m_done.end(),
        [this](int rank) { return m_now.plan.ranks[std::size_t(rank)].machine == m_machine; });
}

bool Members::mayGoOn(const std::vector<int> &left)
{
    m_unknown.insert(m_lost.unknown().begin(), m_lost.unknown().end());
    Standing now = standing();
    for (const std::vector<int> &machines : m_generations)
        for (const int machine : machines)
            now.contacts[machine] = m_unknown.count(machine) ? Contact::Unknown : Contact::Gone;
    for (const int rank : left)
        now.contacts[m_now.plan.ranks[std::size_t(rank)].machine] = Contact::Met;
    return succession(now).step != Succession::Step::StandDown;
}

// Until the ranks of a generation have given out what each is to hold, they hold it as in the one before; whether they
// have comes to be known only once they tell that they are formed.
bool Members::canHaveWholeState(const std::vector<int> &left) const
{
    return m_hasCheckpoint || holdWholeState(left, m_now, m_job.memory) || holdWholeState(left, m_formed, m_job.memory);
}

MembershipChanged Members::change(Membership next, const std::vector<RankFailed> &lost)
{
    next.reported = m_reported;
    begin(next);
    m_logged = {m_now.generation, m_now.ranks};
    return changeOf(lost);
}

MembershipChanged Members::changeOf(const std::vector<RankFailed> &lost) const
{
    MembershipChanged changed{m_now.generation, m_reported.step, m_now.ranks, {}, lost};
    for (const PlannedRank &rank : m_now.plan.ranks)
        changed.shares.push_back(rank.share);
    return changed;
}

std::optional<MembershipChanged> Members::unlogged() const
{
    if (m_logged.generation >= m_now.generation)
        return std::nullopt;
    const auto machineOf = [this](int rank) { return m_plan.ranks[std::size_t(rank)].machine; };
    const std::set<int> before(m_logged.ranks.begin(), m_logged.ranks.end());
    std::vector<RankFailed> lost;
    for (const int rank : before)
        if (!has(rank))
            lost.push_back({rank, machineOf(rank), whyUnlogged(), {}, {}});
    MembershipChanged changed = changeOf(lost);
    std::set<int> came; // machines
    for (const int rank : m_now.ranks)
        if (!before.count(rank))
            came.insert(machineOf(rank));
    if (!came.empty())
        changed.came.emplace(came.begin(), came.end());
    return changed;
}

void Members::begin(const Membership &next)
{
    m_now = next;
    m_generations.push_back(machinesInOrder(m_now));
    m_lost = {};
    m_absent.clear();
    m_isFormed = false;
    m_newcomers.clear();
    m_oldest = m_now.generation;
    m_hasStepped = false;
    for (StepTimeFit &fit : m_fits)
        fit.shareChanges();
}

RankFailed Members::brokenConnection() const
{
    const int rank = m_lost.broken().value_or(m_now.ranks.front());
    return {rank, m_now.plan.ranks[std::size_t(rank)].machine, whyDisconnected(), {}, RankFailed::Kind::PeerLost};
}

} // namespace motley
