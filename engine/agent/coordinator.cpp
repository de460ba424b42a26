#include "engine/agent/coordinator.h"

#include "engine/agent/whyended.h"

#include <algorithm>
#include <utility>

namespace motley {

namespace {

// So long that the other machines have given this one up.
bool isLong(std::chrono::duration<double> absence)
{
    return absence > ControlChannel::heartbeatLimit - std::chrono::seconds(1);
}

} // namespace

Coordinator::Coordinator(const LaunchSpec &launch) : Coordinator(launch, nullptr) { }

Coordinator::Coordinator(const LaunchSpec &launch, std::unique_ptr<RunLog> log)
    : m_launch(launch), m_log(std::move(log)), m_members(launch), m_watch(int(launch.plan.ranks.size())),
      m_cuts(launch.plan), m_joiners(launch)
{
    if (m_log)
        nameKeepers();
}

void Coordinator::nameKeepers()
{
    m_log->copies().keepAt(keepersOf(m_members.standing().generations.back(), m_launch.machine));
}

void Coordinator::keepIn(std::unique_ptr<RunLog> log)
{
    m_log = std::move(log);
}

bool Coordinator::copy(const LoggedEvent &copied)
{
    if (!m_log || !m_log->copy(copied))
        return false;
    const EventBody &body = copied.event.body;
    const auto *sample = std::get_if<Telemetry>(&body);
    learn(sample ? sample->machine : m_launch.machine, body);
    return true;
}

void Coordinator::adopt(const Membership &membership)
{
    if (membership.generation <= m_members.now().generation)
        return;
    m_members.adopt(membership);
    m_watch.setMembers(membership.ranks);
    m_cuts.setMembers(membership.ranks);
}

std::int64_t Coordinator::lastEvent() const
{
    return m_log ? m_log->lastSequence() : 0;
}

std::vector<std::string> Coordinator::linesAfter(std::int64_t event) const
{
    return m_log ? m_log->copies().recentAfter(event) : std::vector<std::string>();
}

void Coordinator::succeed(const std::map<int, LostMachine> &lost, bool hasCheckpoint)
{
    m_members.succeed(hasCheckpoint);
    const auto unlogged = m_members.unlogged();
    for (const auto &[machine, loss] : lost)
        m_members.loseMachine(machine, loss.why, loss.contact, loss.kind);
    m_watch.setMembers(m_members.now().ranks); // whose silence counts from now on
    nameKeepers();
    m_log->lead();
    if (unlogged)
        m_log->append(*unlogged);
    m_log->append(Note{m_launch.machine, "From here on " + nameOf(self()) + " leads the run."});
}

void Coordinator::hear(int machine, const EventBody &said, bool isOnTime)
{
    if (m_joiners.isWelcome(machine) && std::holds_alternative<Warning>(said))
        m_log->append(said);
    if (!isHeard(machine))
        return;
    if (const auto *failure = std::get_if<RankFailed>(&said))
        return lose(RankFailed{failure->rank, machine, failure->cause, failure->lastLines, failure->kind});
    if (const auto *done = std::get_if<RunFinished>(&said)) {
        m_doneMachines[machine] = *done;
        m_members.endWithoutNewcomers();
        return;
    }
    learn(machine, said);
    m_log->append(said, isOnTime);
}

void Coordinator::learn(int machine, const EventBody &said)
{
    m_members.add(said);
    m_progress.add(machine, said);
    m_overdue.add(said);
    if (const auto *started = std::get_if<RunStarted>(&said))
        m_lastStep = started->totalSteps;
}

void Coordinator::watch(const std::vector<RankStatus> &ranks)
{
    for (const RankStatus &status : ranks) {
        if (!m_members.has(status.rank)) {
            m_joiners.update(status);
            continue;
        }
        m_members.update(status);
        m_watch.update(status);
        m_cuts.update(status);
    }
    for (const EventBody &news : m_cuts.news())
        m_log->append(news);
}

void Coordinator::hearAsking(int machine)
{
    m_joiners.ask(machine);
}

void Coordinator::loseJoiner(int machine)
{
    if (!m_joiners.isWelcome(machine))
        return;
    m_joiners.forget(machine);
    m_log->append(
        Note{machine, nameOf(machineOf(machine)) + " is gone again before its ranks took part. The run goes on."});
}

void Coordinator::lose(const HeartbeatLost &silent)
{
    if (m_joiners.isWelcome(silent.machine)) {
        loseJoiner(silent.machine);
        m_decided = TurnAway{
            silent.machine, nameOf(machineOf(silent.machine)) + " has not answered while its ranks got ready.", true};
        return;
    }
    if (m_decided || !isHeard(silent.machine) || m_doneMachines.count(silent.machine))
        return;
    bool hearsOthers = false; // else they would be lost too
    for (int machine = 0; machine < int(m_launch.plan.machines.size()); ++machine)
        hearsOthers = hearsOthers || (machine != silent.machine && machine != m_launch.machine && isHeard(machine));
    const Blame blame = whyLost(m_launch.plan, m_launch.machine, silent.machine, silent.neverCame, hearsOthers);
    if (blame.machine == silent.machine)
        m_members.loseMachine(silent.machine, blame.cause, silent.neverCame ? Contact::Gone : Contact::Unknown);
    else if (blame.machine)
        m_decided = giveUpHere(blame.cause);
    else
        m_decided = GiveUp{blame.cause + m_progress.newestCheckpoint()};
}

// A process that ends closes its connections at once, so nobody needs to wait for its heartbeats.
void Coordinator::lose(const ConnectionLost &gone, Contact contact, std::chrono::duration<double> absence)
{
    loseJoiner(gone.machine);
    if (m_decided || !isHeard(gone.machine) || m_doneMachines.count(gone.machine))
        return;
    m_members.loseMachine(
        gone.machine, isLong(absence) ? whyGivenUp(self(), absence) : whyGone(machineOf(gone.machine)), contact);
}

void Coordinator::loseAll()
{
    if (!m_decided && m_doneMachines.empty())
        m_decided = giveUpHere(whyCutOff(self()));
}

std::optional<Decision> Coordinator::decide(const Silences &heartbeats, std::chrono::duration<double> absence)
{
    const Silences silence = [&](int machine) {
        return machine == m_launch.machine || !isHeard(machine) || m_doneMachines.count(machine) ? 0
                                                                                                 : heartbeats(machine);
    };
    if (m_decided)
        return std::exchange(m_decided, std::nullopt);
    if (auto standstill = checkProgress(silence))
        return standstill;
    if (auto absent = checkAbsence(absence))
        return absent;
    if (auto changed = checkMembers(silence))
        return changed;
    if (auto joins = checkJoiners())
        return joins;
    return checkEnd();
}

bool Coordinator::isHeard(int machine) const
{
    return m_members.hasMachine(machine);
}

void Coordinator::lose(const RankFailed &failure)
{
    if (m_members.has(failure.rank) && m_launch.plan.ranks[std::size_t(failure.rank)].machine == failure.machine)
        m_members.lose(failure);
}

// With what may have caused it.
RankFailed Coordinator::explained(RankFailed failure) const
{
    const bool isHung = failure.kind == RankFailed::Kind::Hung;
    if (const std::string memory = isHung ? m_progress.memoryOf(failure.machine) : std::string(); !memory.empty())
        failure.cause = asSentence(failure.cause) + memory;
    return failure;
}

// A stop is graceful for as long as the ranks progress: a step, a checkpoint and the model may take any time.
std::optional<Decision> Coordinator::checkProgress(const Silences &silence)
{
    if (const auto overdue = m_overdue.check(m_watch, m_launch.plan, silence))
        m_log->append(*overdue);
    const auto standstill = m_watch.check();
    if (!standstill)
        return std::nullopt;
    if (!standstill->rank)
        return GiveUp{whyAllWait(standstill->phase, m_cuts.cutPair()) + m_progress.newestCheckpoint()};
    lose(RankFailed{*standstill->rank, m_launch.plan.ranks[std::size_t(*standstill->rank)].machine,
        whyHung(standstill->phase), {}, RankFailed::Kind::Hung});
    return std::nullopt;
}

// The other machines gave the run up meanwhile.
std::optional<Decision> Coordinator::checkAbsence(std::chrono::duration<double> absence)
{
    if (!m_members.looksForACause() || !isLong(absence))
        return std::nullopt;
    return giveUpHere(whyGivenUp(self(), absence));
}

std::optional<Decision> Coordinator::checkMembers(const Silences &silence)
{
    const auto decided = m_members.decide(silence);
    if (!decided)
        return std::nullopt;
    if (const auto *changed = std::get_if<MembershipChanged>(&*decided))
        return goOn(*changed);
    if (const auto *end = std::get_if<CannotGoOn>(&*decided))
        return giveUp(end->cause, end->why);
    if (const auto *over = std::get_if<HandOver>(&*decided))
        return handOver(over->cause);
    if (const auto *cut = std::get_if<CutOff>(&*decided))
        return StandDown{describe(cut->cause, m_launch.plan) + " " + whyOthersGoOn(self())};
    for (const RankFailed &failure : std::get<LostAfterTheEnd>(*decided).lost)
        m_log->append(Warning{failure.machine, "All is trained. " + describe(failure, m_launch.plan)});
    return std::nullopt;
}

std::optional<Decision> Coordinator::checkJoiners()
{
    JoinCase now;
    now.training = {m_members.now().ranks.begin(), m_members.now().ranks.end()};
    now.isEnding = m_isStopping || m_members.isEnding() || !m_doneMachines.empty()
        || (m_lastStep > 0 && m_progress.step() >= m_lastStep);
    now.isChanging = m_members.isChanging();
    const auto verdict = m_joiners.decide(now);
    if (!verdict)
        return std::nullopt;
    if (verdict->answer == Joining::TakeIn)
        return takeIn(verdict->machine);
    if (verdict->answer != Joining::Prepare)
        return TurnAway{verdict->machine, whyTurnedAway(verdict->answer, machineOf(verdict->machine)),
            verdict->wasWelcome && verdict->answer != Joining::RefuseTwice};
    m_log->append(Note{verdict->machine,
        nameOf(machineOf(verdict->machine)) + " is back and opens its data. It takes part again once it is ready."});
    return Prepare{verdict->machine};
}

Decision Coordinator::takeIn(int machine)
{
    const auto changed = m_members.takeIn(machine);
    if (!changed)
        return TurnAway{machine, changed.error().message, true};
    return goOn(*changed);
}

std::optional<Decision> Coordinator::checkEnd() const
{
    for (int machine = 0; machine < int(m_launch.plan.machines.size()); ++machine)
        if (m_members.hasMachine(machine) && !m_doneMachines.count(machine))
            return std::nullopt;
    using Outcome = RunFinished::Outcome;
    AllDone end{m_doneMachines.begin()->second};
    for (const auto &[other, said] : m_doneMachines) {
        if (said.outcome == Outcome::Paused) // where one machine was asked to, the others only stop with it
            return AllDone{said};
        if (said.outcome == Outcome::Stopped && end.result.message.empty())
            end.result = said;
    }
    return end;
}

// Of three machines and more, those that hear each other are enough to go on.
Decision Coordinator::giveUpHere(const std::string &why)
{
    const RankFailed failure = failureOf(m_launch.plan, m_launch.machine, why);
    if (m_members.standing().generations.back().size() < 3)
        return giveUp(failure);
    return StandDown{describe(failure, m_launch.plan) + " " + whyOthersGoOn(self())};
}

StandDown Coordinator::handOver(const RankFailed &failed)
{
    const RankFailed cause = explained(failed);
    const std::string why = describe(cause, m_launch.plan) + " " + whyHandedOver(self());
    m_log->append(Warning{m_launch.machine, why});
    return {why, cause};
}

GiveUp Coordinator::giveUp(const RankFailed &failed, const std::string &why)
{
    const RankFailed failure = explained(failed);
    m_log->append(failure);
    return {
        describe(failure, m_launch.plan) + (why.empty() ? std::string() : " " + why) + m_progress.newestCheckpoint()};
}

Decision Coordinator::goOn(MembershipChanged changed)
{
    for (RankFailed &failure : changed.lost)
        failure = explained(std::move(failure));
    m_log->append(changed);
    m_overdue.add(changed);
    m_watch.setMembers(changed.ranks);
    m_cuts.setMembers(changed.ranks);
    nameKeepers();
    GoOn decision{m_members.now(), {}};
    for (const RankFailed &failure : changed.lost)
        if (!m_members.hasMachine(failure.machine) && !m_doneMachines.count(failure.machine))
            decision.leftOut.emplace(failure.machine,
                describe(failure, m_launch.plan) + " The run goes on without " + machineOf(failure.machine).name + ".");
    return decision;
}

} // namespace motley
