#include "engine/rendezvous/controlmailbox.h"

#include <sys/eventfd.h>

#include <utility>

namespace motley {

ControlMailbox::ControlMailbox(const LaunchSpec &launch)
    : m_wakes(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)), m_ports(launch.plan.machines.size()),
      m_heartbeats(peersOf(launch))
{
}

void ControlMailbox::begin(Task role)
{
    const std::lock_guard lock(m_mutex);
    m_newRole = std::move(role);
    m_tasks.clear();
    wake();
}

void ControlMailbox::ask(Task task)
{
    const std::lock_guard lock(m_mutex);
    m_tasks.push_back(std::move(task));
    wake();
}

std::vector<ControlMailbox::Task> ControlMailbox::takeTasks()
{
    const std::lock_guard lock(m_mutex);
    std::vector<Task> tasks = std::exchange(m_tasks, {});
    if (m_newRole)
        tasks.insert(tasks.begin(), std::exchange(m_newRole, nullptr));
    return tasks;
}

void ControlMailbox::wake() const
{
    eventfd_write(m_wakes.get(), 1);
}

void ControlMailbox::beAwake() const
{
    eventfd_t ignored = 0;
    eventfd_read(m_wakes.get(), &ignored);
}

void ControlMailbox::add(ControlMessage message)
{
    const std::lock_guard lock(m_mutex);
    m_messages.push_back(std::move(message));
}

std::vector<ControlMessage> ControlMailbox::receive()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_messages, {});
}

void ControlMailbox::send(OutgoingLine news)
{
    if (news.line.size() > TlsConnection::longestLine) // the other end would hang up
        return;
    const std::lock_guard lock(m_mutex);
    for (int machine = 0; machine < int(m_ports.size()); ++machine)
        if (!news.machine || *news.machine == machine)
            m_unsentTo.insert(machine);
    m_outgoing.push_back(std::move(news));
    wake();
}

void ControlMailbox::dropOutgoing(int machine)
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_outgoing, [machine](const OutgoingLine &line) { return line.machine == machine; });
}

std::vector<OutgoingLine> ControlMailbox::takeOutgoing()
{
    const std::lock_guard lock(m_mutex);
    return m_newRole ? std::vector<OutgoingLine>() : std::exchange(m_outgoing, {});
}

void ControlMailbox::noteUnsent(const std::set<int> &machines)
{
    const std::lock_guard lock(m_mutex);
    if (m_outgoing.empty()) // else the next round sends it
        m_unsentTo = machines;
}

bool ControlMailbox::hasUnsent(int machine) const
{
    const std::lock_guard lock(m_mutex);
    return m_unsentTo.count(machine) > 0;
}

void ControlMailbox::setOwn(std::vector<RankStatus> ranks, std::int64_t lastEvent)
{
    const std::lock_guard lock(m_mutex);
    m_own = {std::move(ranks), lastEvent};
}

std::string ControlMailbox::heartbeat() const
{
    const std::lock_guard lock(m_mutex);
    return toLine(ControlLine{m_own});
}

std::string ControlMailbox::welcome() const
{
    const std::lock_guard lock(m_mutex);
    return toLine(ControlLine{Welcome{m_own.lastEvent}});
}

void ControlMailbox::watchAlone(const std::vector<int> &machines)
{
    const std::lock_guard lock(m_mutex);
    m_heartbeats = HeartbeatMonitor(machines);
}

void ControlMailbox::watch(int machine)
{
    const std::lock_guard lock(m_mutex);
    m_heartbeats.watch(machine);
}

void ControlMailbox::forget(int machine)
{
    const std::lock_guard lock(m_mutex);
    m_heartbeats.forget(machine);
}

void ControlMailbox::heard(int machine)
{
    const std::lock_guard lock(m_mutex);
    m_heartbeats.heard(machine);
}

void ControlMailbox::checkSilences()
{
    const std::lock_guard lock(m_mutex);
    for (const Silence &silence : m_heartbeats.silent())
        std::visit([this](const auto &lost) { m_messages.push_back(lost); }, silence);
}

double ControlMailbox::secondsSinceHeartbeat(int machine) const
{
    const std::lock_guard lock(m_mutex);
    return m_heartbeats.seconds(machine);
}

std::vector<int> ControlMailbox::ports() const
{
    const std::lock_guard lock(m_mutex);
    return m_ports;
}

void ControlMailbox::setPort(int machine, int port)
{
    const std::lock_guard lock(m_mutex);
    m_ports[std::size_t(machine)] = port;
}

void ControlMailbox::setPorts(std::vector<int> ports)
{
    const std::lock_guard lock(m_mutex);
    if (ports.size() == m_ports.size())
        m_ports = std::move(ports);
}

} // namespace motley
