#include "remote/run/comebacks.h"

#include "remote/fleet/connect.h"
#include "remote/session/recordingprompter.h"
#include "remote/session/silentprompter.h"

#include <QtConcurrent>

#include <algorithm>
#include <utility>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
using Outcome = ComebackAttempt::Outcome;

constexpr int attemptsAtOnce = 4; // as a machine that does not answer takes a while

// Another window may have started the agent in the meantime, or a program on that machine.
bool hasAgent(Session &session, const RemoteRun &run, const std::stop_token &stop)
{
    const auto status = runStatus(session, run, stop);
    return status && status->state == RunStatus::State::Running;
}

ComebackAttempt attempt(const Machine &machine, const RemoteRun &run, Prompter *user, const std::stop_token &stop)
{
    SilentPrompter silent;
    RecordingPrompter recording(user ? *user : silent);
    const auto session = connectTo(machine, recording, stop);
    if (!session && recording.wasAsked())
        return {Outcome::NeedsUser, session.error()};
    if (!session)
        return {session.error().isRefusal() ? Outcome::LoginRefused : Outcome::Unreachable, session.error()};
    const auto ready = rejoinRun(**session, run, stop);
    if (ready || (!ready.error().isForGood && hasAgent(**session, run, stop)))
        return {Outcome::Prepares, {}};
    return {ready.error().isForGood ? Outcome::Refused : Outcome::Failed, ready.error()};
}

// An attempt that does not reach the machine is no news, and one that comes to nothing for the same reason neither.
bool isNews(const Comeback &before, const Comeback &now)
{
    return before.state != now.state || before.reason != now.reason || (now.wasReached && before.why != now.why);
}

} // namespace

Comebacks::Comebacks(Prompter *prompter, const ComebackPauses &pauses, QObject *parent)
    : QObject(parent), m_prompter(prompter), m_plan(pauses)
{
    m_queue.setMaxThreadCount(attemptsAtOnce);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Comebacks::look);
}

Comebacks::~Comebacks()
{
    blockSignals(true);
    m_leave.request_stop();
    m_queue.waitForDone();
}

void Comebacks::setRun(const RunRecord &record)
{
    m_record = record;
    setLeftAlone(m_leftAlone);
}

void Comebacks::setLeftAlone(const QStringList &machines)
{
    m_leftAlone = machines;
    std::set<int> numbers;
    for (std::size_t i = 0; i < m_record.machines.size(); ++i)
        if (m_leftAlone.contains(m_record.machines[i].name))
            numbers.insert(int(i));
    m_plan.setLeftAlone(numbers, Clock::now());
    look();
}

void Comebacks::add(const std::vector<Event> &events)
{
    for (const Event &event : events) {
        m_members.add(event.body);
        if (const auto *warning = std::get_if<Warning>(&event.body))
            m_plan.warn(warning->machine, Error{warning->message, {}});
        if (std::holds_alternative<RunFinished>(event.body))
            m_plan.end();
    }
    look();
}

void Comebacks::setInContact(bool isInContact)
{
    m_isInContact = isInContact;
    look();
}

void Comebacks::end()
{
    m_plan.end();
    look();
}

void Comebacks::takeBackNow()
{
    for (const int machine : m_plan.takeAll())
        start(machine, m_prompter);
    look();
}

std::map<int, Comeback> Comebacks::machines() const
{
    std::map<int, Comeback> machines = m_plan.machines();
    std::erase_if(machines, [this](const auto &item) { return !hasPlace(item.first); });
    return machines;
}

bool Comebacks::canTryNow() const
{
    const auto all = machines();
    return m_isInContact && std::any_of(all.begin(), all.end(), [this](const auto &item) {
        return item.second.state != Comeback::State::Preparing && !m_plan.isBeingTried(item.first);
    });
}

bool Comebacks::hasPlace(int machine) const
{
    return machine >= 0 && std::size_t(machine) < std::min(m_record.machines.size(), m_record.remoteRuns.size());
}

void Comebacks::look()
{
    m_timer.stop();
    if (m_isInContact)
        tryDue();
    const std::pair now(machines(), canTryNow());
    if (std::exchange(m_shown, now) != now)
        Q_EMIT changed();
}

void Comebacks::tryDue()
{
    m_plan.update(m_members, Clock::now());
    for (const int machine : m_plan.takeDue(Clock::now()))
        start(machine, nullptr);
    tellNews();
    const auto next = m_plan.next();
    if (!next)
        return;
    const auto pause = std::chrono::ceil<std::chrono::milliseconds>(*next - Clock::now());
    m_timer.start(std::max(pause, std::chrono::milliseconds(1)));
}

void Comebacks::start(int machine, Prompter *user)
{
    if (!hasPlace(machine))
        return m_plan.tried(machine, {Outcome::Refused, {}}, Clock::now());
    QtConcurrent::run(&m_queue,
        [place = m_record.machines[std::size_t(machine)], run = m_record.remoteRuns[std::size_t(machine)], user,
            stop = m_leave.get_token()] { return attempt(place, run, user, stop); })
        .then(this, [this, machine](const ComebackAttempt &done) { finish(machine, done); });
}

void Comebacks::finish(int machine, const ComebackAttempt &attempt)
{
    m_plan.tried(machine, attempt, Clock::now());
    look();
}

void Comebacks::tellNews()
{
    const auto now = machines();
    const auto before = std::exchange(m_told, now);
    for (const auto &[machine, comeback] : now) {
        const auto known = before.find(machine);
        if (known == before.end() || isNews(known->second, comeback))
            Q_EMIT news(machine, comeback);
    }
}

} // namespace motley
