#include "engine/rendezvous/controlservice.h"

#include "engine/base/walltime.h"
#include "engine/rendezvous/connectretrying.h"

#include <sys/eventfd.h>

#include <algorithm>
#include <utility>

namespace motley {

namespace {

using State = TlsConnection::State;
constexpr auto roundTime = std::chrono::milliseconds(100);
constexpr auto reachLimit = std::chrono::seconds(30); // for the coordinator to answer an agent
constexpr std::size_t mostCallers = 64; // who wait until this agent coordinates them

using Peer = ControlPeer;
using Outgoing = OutgoingLine;

} // namespace

ControlService::ControlService(const LaunchSpec &launch, TlsConnection::Key key)
    : m_machine(launch.machine), m_key(key), m_relay(launch.plan, launch.machine),
      m_wakes(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)), m_ports(launch.plan.machines.size()),
      m_heartbeats(peersOf(launch))
{
}

ControlService::~ControlService()
{
    m_isClosing = true;
    wake();
    if (m_thread.joinable())
        m_thread.join();
}

Result<void> ControlService::listen(const LaunchSpec &launch)
{
    if (launch.plan.machines.size() == 1)
        return {};
    auto listener = TlsListener::at(launch.plan.machines[std::size_t(m_machine)].address, m_key);
    if (!listener)
        return tl::unexpected(listener.error());
    const int port = m_listener.emplace(std::move(*listener)).port();
    m_ports[std::size_t(m_machine)] = port;
    if (!isCoordinator())
        return {};
    m_port = port;
    for (const int machine : peersOf(launch))
        m_peers.push_back({machine, {}});
    return {};
}

Result<void> ControlService::join(const LaunchSpec &launch)
{
    const std::string &address = launch.plan.machines.front().address;
    m_port = launch.controlPort;
    auto socket = connectRetrying("the run's coordinating agent", address, m_port, reachLimit);
    if (!socket)
        return tl::unexpected(socket.error());
    Peer &coordinator = m_peers.emplace_back();
    coordinator.link = TlsConnection::toListener(std::move(*socket), m_key, std::to_string(m_machine));
    introduce(coordinator, std::nullopt);
    const auto deadline = Clock::now() + reachLimit;
    for (hear(coordinator); !m_isWelcome && coordinator.link && Clock::now() < deadline; hear(coordinator))
        waitForNews();
    if (m_isWelcome)
        return {};
    const std::string why = coordinator.link ? "it said nothing within " + secondsText(reachLimit)
                                             : std::get<ConnectionLost>(m_messages.back()).reason;
    return fail("What listens at " + address + " port " + std::to_string(m_port)
        + " does not answer as the coordinating agent of this run: " + why + ". Check that the run still lives.");
}

void ControlService::start()
{
    m_thread = std::thread([this] { run(); });
}

void ControlService::run()
{
    while (!m_isClosing)
        round();
    close();
}

void ControlService::round()
{
    waitForNews();
    beginRole();
    admitCallers();
    m_relay.advance();
    sendOutgoing();
    sendHeartbeat();
    for (Peer &peer : m_peers)
        hear(peer);
    noteUnsent();
    sendStoreLines();
    checkSilences();
}

// The other agents leave when they hear that the run is over.
void ControlService::close()
{
    beginRole();
    if (isCoordinator())
        send({toLine(ControlLine{RunOver{}})});
    sendOutgoing();
    m_listener.reset();
    m_callers.clear();
    const auto deadline = Clock::now() + ControlChannel::closeLimit;
    const auto isConnected = [](const Peer &peer) { return peer.link.has_value(); };
    while (std::any_of(m_peers.begin(), m_peers.end(), isConnected) && Clock::now() < deadline) {
        for (Peer &peer : m_peers) {
            if (peer.link && !isCoordinator())
                peer.link->finish();
            hear(peer);
        }
        waitForNews();
    }
}

void ControlService::waitForNews() const
{
    std::vector<pollfd> waits{{m_wakes.get(), POLLIN, 0}};
    m_relay.addWaits(waits);
    if (m_listener)
        m_listener->addWaits(waits);
    for (const TlsConnection &caller : m_callers)
        waits.push_back(caller.waits());
    for (const Peer &peer : m_peers)
        if (peer.link)
            waits.push_back(peer.link->waits());
    poll(waits.data(), waits.size(), int(roundTime.count()));
    eventfd_t ignored = 0;
    eventfd_read(m_wakes.get(), &ignored);
}

void ControlService::lead(const std::vector<int> &machines)
{
    m_relay.follow(m_machine);
    const std::lock_guard lock(m_mutex);
    m_newRole = [this, machines] {
        m_leader = m_machine;
        m_peers.clear();
        for (const int machine : machines)
            m_peers.push_back({machine, {}});
        m_heartbeats = HeartbeatMonitor(machines);
    };
    wake();
}

void ControlService::join(int machine, Descriptor connection, const Membership &membership)
{
    m_relay.follow(machine);
    const std::lock_guard lock(m_mutex);
    m_newRole = [this, machine, membership, socket = std::make_shared<Descriptor>(std::move(connection))] {
        m_leader = machine;
        m_peers.clear();
        Peer &coordinator = m_peers.emplace_back();
        coordinator.machine = machine;
        coordinator.link = TlsConnection::toListener(std::move(*socket), m_key, std::to_string(m_machine));
        introduce(coordinator, membership);
        m_heartbeats = HeartbeatMonitor({machine});
        m_heartbeats.heard(machine);
    };
    wake();
}

void ControlService::abandon()
{
    const std::lock_guard lock(m_mutex);
    m_newRole = [this] {
        m_leader = -1;
        m_listener.reset(); // first, as whoever loses the connection asks there
        m_callers.clear();
        m_peers.clear();
        m_heartbeats = HeartbeatMonitor({});
    };
    wake();
}

void ControlService::beginRole()
{
    const std::lock_guard lock(m_mutex);
    if (const auto begin = std::exchange(m_newRole, nullptr))
        begin();
}

void ControlService::introduce(Peer &coordinator, const std::optional<Membership> &membership)
{
    coordinator.link->send(introductionOf({m_ports[std::size_t(m_machine)], membership}));
}

// One that comes too early waits until this agent coordinates it, or hangs up.
void ControlService::admitCallers()
{
    if (m_listener)
        for (TlsConnection &caller : m_listener->newCallers())
            m_callers.push_back(std::move(caller));
    std::erase_if(m_callers, [this](TlsConnection &caller) {
        if (isCoordinator())
            admit(caller);
        else
            caller.advance();
        return isCoordinator() || caller.state() == State::Closed;
    });
    if (m_callers.size() > mostCallers)
        m_callers.erase(m_callers.begin());
}

void ControlService::admit(TlsConnection &link)
{
    const auto peer = std::find_if(m_peers.begin(), m_peers.end(),
        [&](const Peer &one) { return std::to_string(one.machine) == link.callerName(); });
    if (peer == m_peers.end() || peer->link)
        return;
    peer->link = std::move(link);
    peer->link->send(toLine(ControlLine{Welcome{}}));
    for (const Outgoing &order : m_orders)
        if (order.isFor(*peer))
            peer->link->send(order.line);
    noteLife(*peer);
}

void ControlService::sendOutgoing()
{
    std::vector<Outgoing> outgoing;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_newRole) // what was said since belongs to that
            outgoing.swap(m_outgoing);
    }
    for (const Outgoing &news : outgoing)
        for (Peer &peer : m_peers)
            if (news.isFor(peer))
                peer.link->send(news.line);
    if (isCoordinator())
        std::copy_if(outgoing.begin(), outgoing.end(), std::back_inserter(m_orders),
            [](const Outgoing &news) { return news.isOrder; });
}

void ControlService::noteUnsent()
{
    const std::lock_guard lock(m_mutex);
    if (!m_outgoing.empty()) // the next round sends it
        return;
    m_unsentTo.clear();
    for (const Peer &peer : m_peers)
        if (peer.link && peer.link->hasUnsent())
            m_unsentTo.insert(peer.machine);
}

void ControlService::sendStoreLines()
{
    for (auto &[machine, line] : m_relay.takeForAgents())
        for (Peer &peer : m_peers)
            if (peer.machine == machine && peer.link)
                peer.link->send(std::move(line));
}

void ControlService::sendHeartbeat()
{
    if (Clock::now() - m_lastHeartbeatSent < ControlChannel::heartbeat)
        return;
    m_lastHeartbeatSent = Clock::now();
    std::string line;
    {
        const std::lock_guard lock(m_mutex);
        line = toLine(ControlLine{m_own});
    }
    for (Peer &peer : m_peers)
        if (peer.link)
            peer.link->sendFirst(line);
}

void ControlService::hear(Peer &peer)
{
    if (!peer.link)
        return;
    peer.link->advance();
    const auto lines = peer.link->receivedLines();
    if (!lines.empty())
        noteLife(peer);
    for (const std::string &line : lines)
        handle(peer, line);
    if (peer.link->state() != State::Closed)
        return;
    if (!m_isOver && !m_isClosing)
        add(ConnectionLost{peer.machine, peer.link->whyClosed()});
    peer.link.reset();
    m_relay.forgetMachine(peer.machine);
}

void ControlService::handle(Peer &peer, const std::string &line)
{
    if (isStoreLine(line))
        return m_relay.handle(peer.machine, line);
    if (auto event = parseEvent(line)) {
        if (isCoordinator())
            add(PeerEvent{peer.machine, std::move(event->body)});
        else
            add(CopiedEvent{*std::move(event)});
        return;
    }
    if (auto said = parseControlLine(line))
        std::visit([&](auto &body) { handle(peer, body); }, said->body);
}

void ControlService::handle(Peer &peer, AgentHeartbeat &heartbeat)
{
    if (isCoordinator())
        add(PeerHeartbeat{std::move(heartbeat.ranks), peer.machine, heartbeat.lastEvent});
}

void ControlService::handle(Peer &peer, Introduction &introduction)
{
    if (!isCoordinator())
        return;
    add(PeerCame{peer.machine, std::move(introduction.membership)});
    Roster roster;
    {
        const std::lock_guard lock(m_mutex);
        m_ports[std::size_t(peer.machine)] = introduction.port;
        roster.ports = m_ports;
    }
    for (Peer &other : m_peers)
        if (other.link)
            other.link->send(toLine(ControlLine{roster}));
}

void ControlService::handle(Peer &, Roster &roster)
{
    const std::lock_guard lock(m_mutex);
    if (roster.ports.size() == m_ports.size())
        m_ports = std::move(roster.ports);
}

void ControlService::handle(Peer &, Welcome &welcome)
{
    m_isWelcome = true;
    add(welcome);
}

// An agent may fall silent before its first heartbeat, and has come all the same.
void ControlService::noteLife(const Peer &peer)
{
    const std::lock_guard lock(m_mutex);
    m_heartbeats.heard(peer.machine);
}

void ControlService::checkSilences()
{
    const std::lock_guard lock(m_mutex);
    for (const Silence &silence : m_heartbeats.silent())
        std::visit([this](const auto &lost) { m_messages.push_back(lost); }, silence);
}

void ControlService::add(ControlMessage message)
{
    const std::lock_guard lock(m_mutex);
    m_messages.push_back(std::move(message));
}

void ControlService::wake() const
{
    eventfd_write(m_wakes.get(), 1);
}

std::vector<ControlMessage> ControlService::receive()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_messages, {});
}

void ControlService::send(Outgoing news)
{
    if (news.line.size() > TlsConnection::longestLine) // the other end would hang up
        return;
    const std::lock_guard lock(m_mutex);
    if (news.machine)
        m_unsentTo.insert(*news.machine);
    m_outgoing.push_back(std::move(news));
    wake();
}

bool ControlService::hasUnsent(int machine) const
{
    const std::lock_guard lock(m_mutex);
    return m_unsentTo.count(machine) > 0;
}

void ControlService::forget(int machine)
{
    const std::lock_guard lock(m_mutex);
    m_heartbeats.forget(machine);
}

void ControlService::setOwn(std::vector<RankStatus> ranks, std::int64_t lastEvent)
{
    const std::lock_guard lock(m_mutex);
    m_own = {std::move(ranks), lastEvent};
}

int ControlService::portOf(int machine) const
{
    const std::lock_guard lock(m_mutex);
    return m_ports[std::size_t(machine)];
}

double ControlService::secondsSinceHeartbeat(int machine) const
{
    const std::lock_guard lock(m_mutex);
    return m_heartbeats.seconds(machine);
}

} // namespace motley
