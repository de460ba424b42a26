#include "remote/fleet/host.h"
#include "remote/fleet/connect.h"
#include "remote/probe/probe.h"
#include "remote/session/machinename.h"
#include "remote/session/recordingprompter.h"
#include "remote/session/silentprompter.h"

#include <QtConcurrent>

#include <utility>

namespace motley {

namespace {

Host::Failure failureOf(ConnectError::Cause cause)
{
    switch (cause) {
    case ConnectError::Cause::NoCommonAlgorithm:
        return Host::Failure::NoCommonAlgorithm;
    case ConnectError::Cause::HostKeyChanged:
        return Host::Failure::HostKeyChanged;
    case ConnectError::Cause::HostKeyRefused:
        return Host::Failure::HostKeyRefused;
    case ConnectError::Cause::LoginRefused:
        return Host::Failure::LoginRefused;
    case ConnectError::Cause::Unreachable:
        break;
    }
    return Host::Failure::Unreachable;
}

struct Found {
    ProbeReport report;
    std::optional<Look> look;
};

// Of a machine that is known only what changes is asked, unless it has other GPUs now.
Result<Found> examine(Session &session, const std::optional<ProbeReport> &known, const std::stop_token &stop)
{
    const auto seen = known ? look(session, stop) : Result<Look>(Look());
    if (!seen)
        return tl::unexpected(seen.error());
    if (ProbeReport report = known.value_or(ProbeReport()); known && update(report, *seen))
        return Found{std::move(report), *seen};
    auto report = probe(session, stop);
    if (!report)
        return tl::unexpected(report.error());
    const auto first = look(session, stop);
    return Found{*std::move(report), first ? std::optional(*first) : std::nullopt};
}

} // namespace

Host::Host(Machine machine, Prompter *prompter, QObject *parent)
    : QObject(parent), m_machine(std::move(machine)), m_prompter(prompter)
{
    m_queue.setMaxThreadCount(1);
}

Host::~Host()
{
    cancel();
    m_queue.waitForDone();
}

QString Host::displayName() const
{
    return m_machine.kind == Machine::Kind::ThisComputer ? nameOfThisComputer() : m_machine.name;
}

void Host::setMachine(Machine machine)
{
    m_machine = std::move(machine);
    Q_EMIT changed();
}

struct Host::Answer {
    Result<Found> found;
    Failure failure = Failure::None; // where nothing was found
    bool asksForSecret = false;
};

void Host::refresh(Questions questions)
{
    if (m_state == State::Probing)
        return;
    m_error.reset();
    m_failure = Failure::None;
    m_stop = std::stop_source();
    m_pause.answered();
    setState(State::Probing);
    ask(questions, std::nullopt);
}

void Host::lookAgain()
{
    const bool isKnown = m_state == State::Ready || (m_state == State::Failed && m_failure == Failure::Unreachable);
    if (!isKnown || m_asksForSecret || !m_pause.isOver(LookPause::Clock::now()) || std::exchange(m_isLooking, true))
        return;
    m_stop = std::stop_source();
    ask(Questions::Unanswered, m_state == State::Ready ? m_report : std::nullopt);
}

void Host::ask(Questions questions, const std::optional<ProbeReport> &known)
{
    Prompter *prompter = questions == Questions::Asked ? m_prompter : nullptr;
    QtConcurrent::run(&m_queue,
        [machine = m_machine, prompter, known, atContact = m_atContact, stop = m_stop.get_token()]() -> Answer {
            SilentPrompter silent;
            RecordingPrompter recording(prompter ? *prompter : silent);
            auto session = connectTo(machine, recording, stop);
            const bool asksForSecret = recording.wasAskedForSecret();
            if (!session && recording.wasAsked())
                return {tl::unexpected(session.error()), Failure::NeedsUser, asksForSecret};
            if (!session)
                return {tl::unexpected(session.error()), failureOf(session.error().cause), asksForSecret};
            auto found = examine(**session, known, stop);
            if (found && atContact)
                atContact(machine, **session, stop);
            return {std::move(found), Failure::ProbeFailed, asksForSecret};
        })
        .then(this, [this](const Answer &answer) { apply(answer); });
}

void Host::apply(const Answer &answer)
{
    const bool wasLook = std::exchange(m_isLooking, false);
    if (wasLook && (m_state == State::Probing || m_stop.stop_requested()))
        return; // somebody has asked since, whose answer follows
    ++m_answers;
    m_error.reset();
    m_look.reset();
    if (answer.found) {
        m_report = answer.found->report;
        m_look = answer.found->look;
        m_lastSeen = QDateTime::currentDateTime();
        m_asksForSecret = answer.asksForSecret;
        m_pause.answered();
    } else if (!m_stop.stop_requested()) {
        m_error = answer.found.error();
        m_pause.missed(LookPause::Clock::now());
    }
    m_failure = m_error ? answer.failure : Failure::None;
    if (m_error)
        setState(State::Failed);
    else
        setState(m_report ? State::Ready : State::Idle);
}

void Host::cancel()
{
    m_stop.request_stop();
}

void Host::setState(State state)
{
    m_state = state;
    Q_EMIT changed();
}

} // namespace motley
