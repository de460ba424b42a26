#include "engine/rendezvous/controlchannel.h"

#include "engine/base/walltime.h"
#include "engine/rendezvous/connectretrying.h"
#include "engine/rendezvous/controlpeer.h"
#include "engine/rendezvous/storerelay.h"
#include "engine/rendezvous/tlslistener.h"

#include <sys/eventfd.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
using State = TlsConnection::State;
constexpr auto roundTime = std::chrono::milliseconds(100);
constexpr auto reachLimit = std::chrono::seconds(30); // for the coordinator to answer an agent

using Peer = ControlPeer;
using Outgoing = OutgoingLine;

} // namespace

class ControlChannel::Service {
public:
    Service(const LaunchSpec &launch, TlsConnection::Key key)
        : m_machine(launch.machine), m_key(key), m_relay(launch.plan, launch.machine), m_heartbeats(peersOf(launch))
    {
    }
    ~Service()
    {
        m_isClosing = true;
        wake();
        if (m_thread.joinable())
            m_thread.join();
    }

    Result<void> listen(const LaunchSpec &launch);
    Result<void> join(const LaunchSpec &launch);
    void start();

    int port() const { return m_port; }
    StoreRelay &relay() { return m_relay; }
    std::vector<ControlMessage> receive();
    void send(Outgoing news); // what is for one machine alone ends it, so that it is missed no more
    void setRankStatuses(std::vector<RankStatus> ranks);
    double secondsSinceHeartbeat(int machine) const;

private:
    bool isCoordinator() const { return m_machine == 0; }

    void run();
    void round();
    void close();
    void waitForNews() const;
    void admit(TlsConnection link);
    void sendOutgoing();
    void sendStoreLines();
    void sendHeartbeat();
    void hear(Peer &peer);
    void noteLife(const Peer &peer);
    void handle(Peer &peer, const std::string &line);
    void handle(Peer &, AgentHeartbeat &heartbeat)
    {
        if (isCoordinator())
            add(PeerHeartbeat{std::move(heartbeat.ranks)});
    }
    void handle(Peer &, Welcome &) { m_isWelcome = true; }
    template <typename Order>
    void handle(Peer &, Order &order) // of the coordinator
    {
        m_isOver = m_isOver || std::is_same_v<Order, RunOver>;
        if (!isCoordinator())
            add(std::move(order));
    }
    void checkSilences();
    void add(ControlMessage message);
    void wake() const;

    // Touched by the thread alone, once it runs.
    const int m_machine;
    const TlsConnection::Key m_key;
    bool m_isWelcome = false; // at the coordinator
    std::optional<TlsListener> m_listener; // coordinator of others
    int m_port = 0;
    std::vector<Peer> m_peers; // agents that this agent has to do with
    std::vector<Outgoing> m_orders; // given so far: an agent that comes later hears them too
    Clock::time_point m_lastHeartbeatSent{};
    bool m_isOver = false;

    StoreRelay m_relay; // used by any thread
    const Descriptor m_wakes{eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)};
    std::atomic<bool> m_isClosing{false};
    mutable std::mutex m_mutex;
    std::vector<ControlMessage> m_messages;
    std::vector<RankStatus> m_ranks; // of this machine
    std::vector<Outgoing> m_outgoing;
    HeartbeatMonitor m_heartbeats;
    std::thread m_thread;
};

Result<void> ControlChannel::Service::listen(const LaunchSpec &launch)
{
    if (launch.plan.machines.size() == 1)
        return {};
    auto listener = TlsListener::at(launch.plan.machines.front().address, m_key);
    if (!listener)
        return tl::unexpected(listener.error());
    m_port = m_listener.emplace(std::move(*listener)).port();
    for (const int machine : peersOf(launch))
        m_peers.push_back({machine, {}});
    return {};
}

Result<void> ControlChannel::Service::join(const LaunchSpec &launch)
{
    const std::string &address = launch.plan.machines.front().address;
    m_port = launch.controlPort;
    auto socket = connectRetrying("the run's coordinating agent", address, m_port, reachLimit);
    if (!socket)
        return tl::unexpected(socket.error());
    Peer &coordinator = m_peers.emplace_back();
    coordinator.link = TlsConnection::toListener(std::move(*socket), m_key, std::to_string(m_machine));
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

void ControlChannel::Service::start()
{
    m_thread = std::thread([this] { run(); });
}

void ControlChannel::Service::run()
{
    while (!m_isClosing)
        round();
    close();
}

void ControlChannel::Service::round()
{
    waitForNews();
    if (m_listener)
        for (TlsConnection &caller : m_listener->newCallers())
            admit(std::move(caller));
    m_relay.advance();
    sendOutgoing();
    sendHeartbeat();
    for (Peer &peer : m_peers)
        hear(peer);
    sendStoreLines();
    checkSilences();
}

// The other agents leave when they hear that the run is over.
void ControlChannel::Service::close()
{
    if (isCoordinator())
        send({toLine(ControlLine{RunOver{}})});
    sendOutgoing();
    m_listener.reset();
    const auto deadline = Clock::now() + closeLimit;
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

void ControlChannel::Service::waitForNews() const
{
    std::vector<pollfd> waits{{m_wakes.get(), POLLIN, 0}};
    m_relay.addWaits(waits);
    if (m_listener)
        m_listener->addWaits(waits);
    for (const Peer &peer : m_peers)
        if (peer.link)
            waits.push_back(peer.link->waits());
    poll(waits.data(), waits.size(), int(roundTime.count()));
    eventfd_t ignored = 0;
    eventfd_read(m_wakes.get(), &ignored);
}

void ControlChannel::Service::admit(TlsConnection link)
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

void ControlChannel::Service::sendOutgoing()
{
    std::vector<Outgoing> outgoing;
    {
        const std::lock_guard lock(m_mutex);
        outgoing.swap(m_outgoing);
    }
    for (const Outgoing &news : outgoing)
        for (Peer &peer : m_peers)
            if (news.isFor(peer))
                peer.link->send(news.line);
    if (isCoordinator())
        std::move(outgoing.begin(), outgoing.end(), std::back_inserter(m_orders));
}

void ControlChannel::Service::sendStoreLines()
{
    for (auto &[machine, line] : m_relay.takeForAgents())
        for (Peer &peer : m_peers)
            if (peer.machine == machine && peer.link)
                peer.link->send(std::move(line));
}

void ControlChannel::Service::sendHeartbeat()
{
    if (Clock::now() - m_lastHeartbeatSent < heartbeat)
        return;
    m_lastHeartbeatSent = Clock::now();
    AgentHeartbeat own;
    {
        const std::lock_guard lock(m_mutex);
        own.ranks = m_ranks;
    }
    for (Peer &peer : m_peers)
        if (peer.link)
            peer.link->sendFirst(toLine(ControlLine{own}));
}

void ControlChannel::Service::hear(Peer &peer)
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

void ControlChannel::Service::handle(Peer &peer, const std::string &line)
{
    if (isStoreLine(line))
        return m_relay.handle(peer.machine, line);
    if (isCoordinator())
        if (auto event = parseEvent(line))
            return add(PeerEvent{peer.machine, std::move(event->body)});
    if (auto said = parseControlLine(line))
        std::visit([&](auto &body) { handle(peer, body); }, said->body);
}

// An agent may fall silent before its first heartbeat, and has come all the same.
void ControlChannel::Service::noteLife(const Peer &peer)
{
    const std::lock_guard lock(m_mutex);
    m_heartbeats.heard(peer.machine);
}

void ControlChannel::Service::checkSilences()
{
    const std::lock_guard lock(m_mutex);
    for (const Silence &silence : m_heartbeats.silent())
        std::visit([this](const auto &lost) { m_messages.push_back(lost); }, silence);
}

void ControlChannel::Service::add(ControlMessage message)
{
    const std::lock_guard lock(m_mutex);
    m_messages.push_back(std::move(message));
}

void ControlChannel::Service::wake() const
{
    eventfd_write(m_wakes.get(), 1);
}

std::vector<ControlMessage> ControlChannel::Service::receive()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_messages, {});
}

void ControlChannel::Service::send(Outgoing news)
{
    if (news.line.size() > TlsConnection::longestLine) // the other end would hang up
        return;
    const std::lock_guard lock(m_mutex);
    if (news.machine)
        m_heartbeats.forget(*news.machine);
    m_outgoing.push_back(std::move(news));
    wake();
}

void ControlChannel::Service::setRankStatuses(std::vector<RankStatus> ranks)
{
    const std::lock_guard lock(m_mutex);
    m_ranks = std::move(ranks);
}

double ControlChannel::Service::secondsSinceHeartbeat(int machine) const
{
    const std::lock_guard lock(m_mutex);
    return m_heartbeats.seconds(machine);
}

Result<ControlChannel> ControlChannel::open(const LaunchSpec &launch)
{
    const auto key = controlKeyOf(launch.token);
    if (!key)
        return tl::unexpected(key.error());
    auto service = std::make_unique<Service>(launch, *key);
    if (const auto opened = launch.machine == 0 ? service->listen(launch) : service->join(launch); !opened)
        return tl::unexpected(opened.error());
    service->start();
    return ControlChannel(std::move(service));
}

ControlChannel::ControlChannel(std::unique_ptr<Service> service) : m_service(std::move(service)) { }
ControlChannel::ControlChannel(ControlChannel &&) noexcept = default;
ControlChannel::~ControlChannel() = default;

int ControlChannel::port() const
{
    return m_service->port();
}

void ControlChannel::addRank(int rank, Descriptor socket)
{
    m_service->relay().add(rank, std::move(socket));
}

void ControlChannel::tellRank(int rank, const std::string &line)
{
    m_service->relay().tell(rank, line);
}

std::vector<ControlMessage> ControlChannel::receive()
{
    return m_service->receive();
}

void ControlChannel::send(const EventBody &body)
{
    m_service->send({toLine(Event{0, 0, body})});
}

void ControlChannel::setRankStatuses(std::vector<RankStatus> ranks)
{
    m_service->setRankStatuses(std::move(ranks));
}

void ControlChannel::order(const ControlLine &order)
{
    if (const auto *members = std::get_if<MembershipOrder>(&order.body))
        m_service->relay().beginGeneration(members->membership.generation);
    m_service->send({toLine(order)});
}

void ControlChannel::leaveOut(int machine, const std::string &reason)
{
    m_service->send({toLine(ControlLine{AbortOrder{reason}}), machine});
}

double ControlChannel::secondsSinceHeartbeat(int machine) const
{
    return m_service->secondsSinceHeartbeat(machine);
}

} // namespace motley
