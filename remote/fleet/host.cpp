#include "remote/fleet/host.h"
#include "remote/fleet/connect.h"
#include "remote/probe/probe.h"
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
    return m_machine.kind == Machine::Kind::ThisComputer ? tr("This computer") : m_machine.name;
}

void Host::setMachine(Machine machine)
{
    m_machine = std::move(machine);
    Q_EMIT changed();
}

struct Host::Answer {
    Result<ProbeReport> report;
    Failure failure = Failure::None; // where there is no report
};

void Host::refresh(Questions questions)
{
    if (m_state == State::Probing)
        return;
    m_error.reset();
    m_failure = Failure::None;
    m_stop = std::stop_source();
    setState(State::Probing);
    ask(questions);
}

void Host::lookAgain()
{
    const bool isKnown = m_state == State::Ready || (m_state == State::Failed && m_failure == Failure::Unreachable);
    if (!isKnown || std::exchange(m_isLooking, true))
        return;
    m_stop = std::stop_source();
    ask(Questions::Unanswered);
}

void Host::ask(Questions questions)
{
    Prompter *prompter = questions == Questions::Asked ? m_prompter : nullptr;
    QtConcurrent::run(&m_queue,
        [machine = m_machine, prompter, atContact = m_atContact, stop = m_stop.get_token()]() -> Answer {
            SilentPrompter silent;
            RecordingPrompter recording(prompter ? *prompter : silent);
            auto session = connectTo(machine, recording, stop);
            if (!session && recording.wasAsked())
                return {tl::unexpected(session.error()), Failure::NeedsUser};
            if (!session)
                return {tl::unexpected(session.error()), failureOf(session.error().cause)};
            auto report = probe(**session, stop);
            if (report && atContact)
                atContact(machine, **session, stop);
            return {std::move(report), Failure::ProbeFailed};
        })
        .then(this, [this](const Answer &answer) { apply(answer); });
}

void Host::apply(const Answer &answer)
{
    const bool wasLook = std::exchange(m_isLooking, false);
    if (wasLook && (m_state == State::Probing || m_stop.stop_requested()))
        return; // somebody has asked since, whose answer follows
    m_error.reset();
    if (answer.report)
        m_report = *answer.report;
    else if (!m_stop.stop_requested())
        m_error = answer.report.error();
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
