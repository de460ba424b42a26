#include "engine/rendezvous/controlservice.h"

#include <algorithm>
#include <utility>

namespace motley {

namespace {

using State = TlsConnection::State;
constexpr auto roundTime = std::chrono::milliseconds(100);
constexpr std::size_t mostCallers = 64; // who wait until this agent coordinates them

using Peer = ControlPeer;
using Outgoing = OutgoingLine;

} // namespace

ControlService::ControlService(const LaunchSpec &launch, TlsConnection::Key key)
    : m_machine(launch.machine), m_machines(int(launch.plan.machines.size())), m_key(key),
      m_relay(launch.plan, launch.machine), m_mailbox(launch)
{
}

ControlService::~ControlService()
{
    m_isClosing = true;
    m_mailbox.wake();
    if (m_thread.joinable())
        m_thread.join();
}

Result<void> ControlService::listen(const LaunchSpec &launch, int wish)
{
    if (launch.plan.machines.size() == 1)
        return {};
    auto listener = TlsListener::at(launch.plan.machines[std::size_t(m_machine)].address, m_key, wish);
    if (!listener)
        return tl::unexpected(listener.error());
    const int port = m_listener.emplace(std::move(*listener)).port();
    m_mailbox.setPort(m_machine, port);
    if (!isCoordinator())
        return {};
    m_port = port;
    for (const int machine : peersOf(launch))
        m_peers.push_back({machine, {}});
    return {};
}

Result<void> ControlService::join(const LaunchSpec &launch)
{
    m_port = launch.controlPort;
    auto leader = joinFirstLeader(launch, m_key);
    if (leader)
        follow(*std::move(leader));
    return leader.map([](const FoundLeader &) {});
}

tl::expected<void, NoLeader> ControlService::rejoin(const LaunchSpec &launch, const std::vector<int> &ports)
{
    m_leader = -1;
    auto leader = findLeader(launch, m_key, ports);
    if (!leader)
        return tl::unexpected(leader.error());
    m_mailbox.setPorts(ports);
    m_mailbox.setPort(m_machine, 0);
    // Where it listened before: there those look for it that are lost now and come back once it leads. Where it cannot
    // listen, it takes part all the same, but can coordinate no others.
    const auto own = std::size_t(m_machine);
    (void)listen(launch, own < ports.size() ? ports[own] : 0);
    m_leader = m_firstLeader = leader->machine;
    m_port = leader->port;
    m_mailbox.setPort(m_leader, m_port);
    m_relay.follow(m_leader);
    m_mailbox.watchAlone({m_leader});
    follow(*std::move(leader));
    return {};
}

void ControlService::follow(FoundLeader leader)
{
    m_peers.push_back({leader.machine, std::move(leader.link)});
    Peer &peer = m_peers.back();
    peer.link->send(introductionOf({m_mailbox.ports()[std::size_t(m_machine)], std::nullopt}));
    m_mailbox.heard(peer.machine);
    for (const std::string &line : leader.lines)
        handle(peer, line);
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
    carryOut();
    admitCallers();
    m_relay.advance();
    sendOutgoing();
    sendHeartbeat();
    for (Peer &peer : m_peers)
        hear(peer);
    noteUnsent();
    sendStoreLines();
    m_mailbox.checkSilences();
}

// The other agents leave when they hear that the run is over.
void ControlService::close()
{
    carryOut();
    if (isCoordinator())
        m_mailbox.send({toLine(ControlLine{RunOver{}})});
    sendOutgoing();
    m_listener.reset();
    m_callers.clear();
    m_applicants.clear();
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
    std::vector<pollfd> waits{{m_mailbox.wakes(), POLLIN, 0}};
    m_relay.addWaits(waits);
    if (m_listener)
        m_listener->addWaits(waits);
    for (const TlsConnection &caller : m_callers)
        waits.push_back(caller.waits());
    m_applicants.addWaits(waits);
    for (const Peer &peer : m_peers)
        if (peer.link)
            waits.push_back(peer.link->waits());
    poll(waits.data(), waits.size(), int(roundTime.count()));
    m_mailbox.beAwake();
}

void ControlService::lead(const std::vector<int> &machines)
{
    m_relay.follow(m_machine);
    m_mailbox.begin([this, machines] {
        m_leader = m_machine;
        m_peers.clear();
        for (const int machine : machines)
            m_peers.push_back({machine, {}});
        m_mailbox.watchAlone(machines);
    });
}

void ControlService::join(int machine, Descriptor connection)
{
    m_relay.follow(machine);
    m_mailbox.begin([this, machine, socket = std::make_shared<Descriptor>(std::move(connection))] {
        m_leader = machine;
        m_applicants.clear(); // they ask again, and wait where they are taken in
        m_peers.clear();
        Peer &coordinator = m_peers.emplace_back();
        coordinator.machine = machine;
        coordinator.link = TlsConnection::toListener(std::move(*socket), m_key, std::to_string(m_machine));
        m_mailbox.watchAlone({machine});
        m_mailbox.heard(machine);
    });
}

void ControlService::introduce(const Membership &membership, const std::vector<std::string> &eventLines)
{
    for (const std::string &line : eventLines)
        m_mailbox.send({line});
    m_mailbox.send({introductionOf({m_mailbox.ports()[std::size_t(m_machine)], membership})});
}

void ControlService::abandon()
{
    m_mailbox.begin([this] {
        m_leader = -1;
        m_listener.reset(); // first, as whoever loses the connection asks there
        m_callers.clear();
        m_applicants.clear();
        m_peers.clear();
        m_mailbox.watchAlone({});
    });
}

// What was said to the agent that was lost is not for the new one.
void ControlService::takeIn(int machine)
{
    m_mailbox.dropOutgoing(machine);
    m_mailbox.ask([this, machine] { takeInNow(machine); });
}

void ControlService::turnAway(int machine, const std::string &reason)
{
    m_mailbox.ask([this, machine, reason] { m_applicants.turnAway(machine, toLine(ControlLine{AbortOrder{reason}})); });
}

void ControlService::carryOut()
{
    for (const ControlMailbox::Task &task : m_mailbox.takeTasks())
        task();
}

// In place of an earlier agent of that machine, which may thaw.
void ControlService::takeInNow(int machine)
{
    auto link = m_applicants.take(machine);
    if (!link) {
        m_mailbox.add(ConnectionLost{machine, "it has hung up"});
        return;
    }
    auto peer = std::find_if(m_peers.begin(), m_peers.end(), [&](const Peer &one) { return one.machine == machine; });
    if (peer == m_peers.end())
        peer = m_peers.insert(m_peers.end(), Peer{machine, {}});
    m_relay.forgetMachine(machine);
    std::erase_if(m_orders, [&](const Outgoing &order) { return order.machine == machine; });
    peer->link = std::move(link);
    peer->link->send(m_mailbox.welcome());
    m_mailbox.watch(machine);
    m_mailbox.heard(machine);
}

// One that comes too early waits until this agent coordinates it, or hangs up.
void ControlService::admitCallers()
{
    if (m_listener)
        for (TlsConnection &caller : m_listener->newCallers()) {
            tellRoster(caller);
            m_callers.push_back(std::move(caller));
        }
    m_applicants.advance();
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

void ControlService::tellRoster(TlsConnection &caller) const
{
    if (!isCoordinator() && machineOfApplicant(caller.callerName()))
        caller.send(toLine(ControlLine{Roster{m_mailbox.ports()}}));
}

void ControlService::admit(TlsConnection &link)
{
    if (const auto machine = machineOfApplicant(link.callerName()); machine && hasMachine(*machine)) {
        m_applicants.add(*machine, std::move(link));
        m_mailbox.add(PeerAsks{*machine});
        return;
    }
    const auto peer = std::find_if(m_peers.begin(), m_peers.end(),
        [&](const Peer &one) { return std::to_string(one.machine) == link.callerName(); });
    if (peer == m_peers.end() || peer->link)
        return;
    peer->link = std::move(link);
    peer->link->send(m_mailbox.welcome());
    for (const Outgoing &order : m_orders)
        if (order.isFor(*peer))
            peer->link->send(order.line);
    m_mailbox.heard(peer->machine);
}

void ControlService::sendOutgoing()
{
    const std::vector<Outgoing> outgoing = m_mailbox.takeOutgoing();
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
    std::set<int> unsentTo;
    for (const Peer &peer : m_peers)
        if (peer.link && peer.link->hasUnsent())
            unsentTo.insert(peer.machine);
    m_mailbox.noteUnsent(unsentTo);
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
    const std::string line = m_mailbox.heartbeat();
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
        m_mailbox.heard(peer.machine); // it may fall silent before its first heartbeat, and has come all the same
    for (const std::string &line : lines)
        handle(peer, line);
    if (peer.link->state() != State::Closed)
        return;
    if (!m_isOver && !m_isClosing)
        m_mailbox.add(ConnectionLost{peer.machine, peer.link->whyClosed()});
    peer.link.reset();
    m_relay.forgetMachine(peer.machine);
}

void ControlService::handle(Peer &peer, const std::string &line)
{
    if (isStoreLine(line))
        return m_relay.handle(peer.machine, line);
    if (auto event = parseEvent(line)) {
        if (event->sequence > 0)
            m_mailbox.add(CopiedEvent(*std::move(event), line));
        else if (isCoordinator())
            m_mailbox.add(PeerEvent{peer.machine, std::move(event->body)});
        return;
    }
    if (auto said = parseControlLine(line))
        std::visit([&](auto &body) { handle(peer, body); }, said->body);
}

void ControlService::handle(Peer &peer, AgentHeartbeat &heartbeat)
{
    if (isCoordinator())
        m_mailbox.add(PeerHeartbeat{std::move(heartbeat.ranks), peer.machine, heartbeat.lastEvent});
}

// A heartbeat says which events this machine has: the coordinator sends it no others before it knows.
void ControlService::handle(Peer &, Welcome &welcome)
{
    m_lastHeartbeatSent = {};
    m_mailbox.add(welcome);
}

void ControlService::handle(Peer &peer, Introduction &introduction)
{
    if (!isCoordinator())
        return;
    m_mailbox.add(PeerCame{peer.machine, std::move(introduction.membership)});
    m_mailbox.setPort(peer.machine, introduction.port);
    const std::string line = toLine(ControlLine{Roster{m_mailbox.ports()}});
    for (Peer &other : m_peers)
        if (other.link)
            other.link->send(line);
}

void ControlService::handle(ControlPeer &, Roster &roster)
{
    m_mailbox.setPorts(std::move(roster.ports));
    for (TlsConnection &caller : m_callers)
        tellRoster(caller);
}

} // namespace motley
