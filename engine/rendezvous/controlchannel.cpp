#include "engine/rendezvous/controlchannel.h"

#include "engine/base/monotoniccondition.h"
#include "engine/base/walltime.h"
#include "engine/rendezvous/heartbeat.h"
#include "engine/rendezvous/tcpstore.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto roundTime = std::chrono::milliseconds(100);
constexpr auto sameTime = std::chrono::seconds(3); // between the last heartbeats of machines that are lost together
constexpr std::size_t mostEventsPerRound = 256; // of one machine, so that many events cannot delay the heartbeats

std::string keyOf(const char *what, int machine)
{
    return std::string(what) + "/" + std::to_string(machine);
}

std::string eventKey(int machine, std::int64_t number)
{
    return keyOf("events", machine) + "/" + std::to_string(number);
}

// The first line of a c10d exception; behind it comes a stack trace.
std::string firstLine(const std::string &text)
{
    return text.substr(0, text.find('\n'));
}

struct Peer {
    int machine = 0;
    HeartbeatTimer sinceHeartbeat;
    std::string lastHeartbeat; // empty: never came
    std::int64_t nextEvent = 1;
    bool lossReportedOf = false;
};

} // namespace

struct ControlChannel::Table {
    // Touched by the store's thread alone.
    c10::intrusive_ptr<c10d::Store> store;
    int machine = 0;
    int storePort = 0;
    std::vector<Peer> peers; // agents whose heartbeats this agent reads
    std::int64_t heartbeatsSent = 0;
    std::int64_t eventsSent = 0;
    bool abortSeen = false, stopSeen = false, overSeen = false;
    Clock::time_point lastHeartbeatSent{};

    std::mutex mutex;
    MonotonicCondition changed;
    std::vector<ControlMessage> messages;
    std::vector<RankStatus> ranks; // of this machine
    std::vector<std::string> outgoing; // events to send to the coordinator
    std::vector<std::pair<std::string, std::string>> orders; // keys to set
    std::vector<double> silences; // index = machine: seconds since its last heartbeat
    HeartbeatTimer sinceStoreAnswer; // the store's thread may wait for an answer for ever
    bool closing = false, ended = false, lossReported = false;

    bool isCoordinator() const { return machine == 0; }

    void run();
    void round();
    void sendOutgoing();
    void sendHeartbeat();
    void readPeer(Peer &peer);
    void checkSilences();
    bool hasLostAllAtOnce();
    void receiveEvents(Peer &peer);
    void readOrders();
    void closeOrderly();
    void add(ControlMessage item);
    bool isSet(const std::string &key) { return store->check({key}); }
};

void ControlChannel::Table::run()
{
    std::string problem;
    try {
        while (true) {
            round();
            std::unique_lock lock(mutex);
            sinceStoreAnswer.restart();
            if (closing && outgoing.empty() && orders.empty())
                break;
            changed.waitFor(lock, roundTime, [&] { return closing || !outgoing.empty() || !orders.empty(); });
        }
        closeOrderly();
    } catch (const std::exception &failure) {
        problem = firstLine(failure.what());
    }
    const std::lock_guard lock(mutex);
    ended = true;
    if (!problem.empty() && !std::exchange(lossReported, true))
        messages.push_back(StoreLost{problem});
    changed.notifyAll();
}

void ControlChannel::Table::round()
{
    sendHeartbeat();
    sendOutgoing();
    for (auto &peer : peers)
        readPeer(peer);
    checkSilences();
    if (!isCoordinator())
        readOrders();
}

void ControlChannel::Table::sendOutgoing()
{
    std::vector<std::string> events;
    std::vector<std::pair<std::string, std::string>> keys;
    {
        const std::lock_guard lock(mutex);
        events.swap(outgoing);
        keys.swap(orders);
    }
    for (const auto &line : events)
        store->set(eventKey(machine, ++eventsSent), line);
    for (const auto &[key, value] : keys)
        store->set(key, value);
}

void ControlChannel::Table::sendHeartbeat()
{
    if (Clock::now() - lastHeartbeatSent < heartbeat)
        return;
    lastHeartbeatSent = Clock::now();
    AgentHeartbeat own{++heartbeatsSent, {}};
    {
        const std::lock_guard lock(mutex);
        own.ranks = ranks;
    }
    store->set(keyOf("heartbeat", machine), toLine(own));
}

void ControlChannel::Table::readPeer(Peer &peer)
{
    const std::string key = keyOf("heartbeat", peer.machine);
    const std::string newest = isSet(key) ? store->get_to_str(key) : std::string();
    if (newest != peer.lastHeartbeat) {
        peer.lastHeartbeat = newest;
        peer.sinceHeartbeat.restart();
        auto heartbeat = parseAgentHeartbeat(newest);
        const std::lock_guard lock(mutex);
        if (heartbeat && isCoordinator())
            messages.push_back(PeerHeartbeat{std::move(heartbeat->ranks)});
    }
    if (isCoordinator())
        receiveEvents(peer);
    const std::lock_guard lock(mutex);
    silences[std::size_t(peer.machine)] = peer.sinceHeartbeat.seconds();
}

void ControlChannel::Table::checkSilences()
{
    for (auto &peer : peers) {
        const bool neverCame = peer.lastHeartbeat.empty();
        const std::chrono::duration<double> silent(silences[std::size_t(peer.machine)]);
        if (silent <= (neverCame ? joinLimit : heartbeatLimit) || std::exchange(peer.lossReportedOf, true))
            continue;
        if (hasLostAllAtOnce())
            return add(AllHeartbeatsLost{});
        add(HeartbeatLost{peer.machine, silent.count(), neverCame});
    }
}

// Several machines do not fall silent at the same time by themselves.
bool ControlChannel::Table::hasLostAllAtOnce()
{
    return isCoordinator() && peers.size() > 1 && std::all_of(peers.begin(), peers.end(), [&](const Peer &peer) {
        const std::chrono::duration<double> silent(silences[std::size_t(peer.machine)]);
        return !peer.lastHeartbeat.empty() && silent > heartbeatLimit - sameTime;
    });
}

void ControlChannel::Table::receiveEvents(Peer &peer)
{
    for (std::size_t taken = 0; taken < mostEventsPerRound; ++taken) {
        const std::string key = eventKey(peer.machine, peer.nextEvent);
        if (!isSet(key))
            return;
        auto event = parseEvent(store->get_to_str(key));
        store->deleteKey(key);
        ++peer.nextEvent;
        if (event)
            add(PeerEvent{peer.machine, std::move(event->body)});
    }
}

void ControlChannel::Table::readOrders()
{
    if (!stopSeen && isSet("stop")) {
        stopSeen = true;
        add(StopOrdered{});
    }
    if (!abortSeen && isSet("abort")) {
        abortSeen = true;
        add(AbortOrdered{store->get_to_str("abort")});
    }
    if (!overSeen && isSet("over")) {
        overSeen = true;
        add(RunOver{});
    }
}

void ControlChannel::Table::closeOrderly()
{
    if (!isCoordinator()) {
        store->set(keyOf("left", machine), "1");
        return;
    }
    store->set("over", "1");
    const auto deadline = Clock::now() + closeLimit;
    for (const auto &peer : peers)
        while (!peer.lastHeartbeat.empty() && Clock::now() < deadline && !isSet(keyOf("left", peer.machine)))
            std::this_thread::sleep_for(roundTime / 4);
}

void ControlChannel::Table::add(ControlMessage item)
{
    const std::lock_guard lock(mutex);
    messages.push_back(std::move(item));
}

Result<ControlChannel> ControlChannel::open(const LaunchSpec &launch)
{
    hideTorchWarnings();
    const std::string &address = launch.plan.machines.front().address;
    auto table = std::make_shared<Table>();
    table->machine = launch.machine;
    if (table->isCoordinator()) {
        auto served = serveStore(address, launch.token);
        if (!served)
            return tl::unexpected(served.error());
        table->store = std::move(served->store);
        table->storePort = served->port;
        for (int machine = 1; machine < int(launch.plan.machines.size()); ++machine)
            table->peers.emplace_back().machine = machine;
    } else {
        auto joined = joinStore(address, launch.storePort, launch.token, std::chrono::seconds(30));
        if (!joined)
            return tl::unexpected(joined.error());
        table->store = std::move(*joined);
        table->storePort = launch.storePort;
        table->peers.emplace_back();
    }
    table->silences.assign(launch.plan.machines.size(), 0);
    std::thread([table] { table->run(); }).detach();
    return ControlChannel(std::move(table));
}

ControlChannel::ControlChannel(std::shared_ptr<Table> table) : m_table(std::move(table)) { }
ControlChannel::ControlChannel(ControlChannel &&) noexcept = default;

ControlChannel::~ControlChannel()
{
    if (m_table)
        close();
}

int ControlChannel::storePort() const
{
    return m_table->storePort;
}

std::vector<ControlMessage> ControlChannel::receive()
{
    const std::lock_guard lock(m_table->mutex);
    const bool stuck = m_table->sinceStoreAnswer.seconds() > std::chrono::duration<double>(heartbeatLimit).count();
    if (stuck && !m_table->ended && !std::exchange(m_table->lossReported, true))
        m_table->messages.push_back(StoreLost{"it has not answered for " + secondsText(heartbeatLimit)});
    return std::exchange(m_table->messages, {});
}

void ControlChannel::send(const EventBody &body)
{
    const std::lock_guard lock(m_table->mutex);
    m_table->outgoing.push_back(toLine(Event{0, 0, body}));
    m_table->changed.notifyAll();
}

void ControlChannel::setRankStatuses(std::vector<RankStatus> ranks)
{
    const std::lock_guard lock(m_table->mutex);
    m_table->ranks = std::move(ranks);
}

void ControlChannel::orderStop()
{
    const std::lock_guard lock(m_table->mutex);
    m_table->orders.emplace_back("stop", "1");
    m_table->changed.notifyAll();
}

void ControlChannel::orderAbort(const std::string &reason)
{
    const std::lock_guard lock(m_table->mutex);
    m_table->orders.emplace_back("abort", reason);
    m_table->changed.notifyAll();
}

void ControlChannel::close()
{
    std::unique_lock lock(m_table->mutex);
    m_table->closing = true;
    m_table->changed.notifyAll();
    m_table->changed.waitFor(lock, 2 * closeLimit, [&] { return m_table->ended; });
}

double ControlChannel::secondsSinceHeartbeat(int machine) const
{
    const std::lock_guard lock(m_table->mutex);
    return m_table->silences[std::size_t(machine)];
}

} // namespace motley
