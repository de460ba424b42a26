#include "remote/fleet/connect.h"
#include "remote/fleet/fleet.h"
#include "remote/probe/probe.h"

#include <QtConcurrent>

namespace motley {

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

void Host::refresh()
{
    if (m_state == State::Probing)
        return;
    m_error.reset();
    m_stop = std::stop_source();
    setState(State::Probing);
    QtConcurrent::run(&m_queue,
        [machine = m_machine, prompter = m_prompter, stop = m_stop.get_token()]() -> Result<ProbeReport> {
            auto session = connectTo(machine, *prompter, stop);
            if (!session)
                return tl::unexpected(session.error());
            return probe(**session, stop);
        })
        .then(this, [this](const Result<ProbeReport> &report) {
            if (report)
                m_report = *report;
            else if (!m_stop.stop_requested())
                m_error = report.error();
            if (m_error)
                setState(State::Failed);
            else
                setState(m_report ? State::Ready : State::Idle);
        });
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
