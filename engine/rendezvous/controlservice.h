// What serves the connections of a control channel, on a thread of its own; for the channel only.
#pragma once

#include "engine/rendezvous/controlchannel.h"
#include "engine/rendezvous/controlpeer.h"
#include "engine/rendezvous/storerelay.h"
#include "engine/rendezvous/tlslistener.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <set>
#include <thread>
#include <type_traits>

namespace motley {

class ControlService {
public:
    ControlService(const LaunchSpec &launch, TlsConnection::Key key);
    ~ControlService();

    Result<void> listen(const LaunchSpec &launch);
    Result<void> join(const LaunchSpec &launch);
    void start();

    // From here on called from any thread.
    int port() const { return m_port; }
    int portOf(int machine) const;
    StoreRelay &relay() { return m_relay; }
    std::vector<ControlMessage> receive();
    void send(OutgoingLine news);
    bool hasUnsent(int machine) const; // lines for that machine alone, or a part of one
    void forget(int machine); // it is missed no more
    void setOwn(std::vector<RankStatus> ranks, std::int64_t lastEvent);
    double secondsSinceHeartbeat(int machine) const;
    void lead(const std::vector<int> &machines);
    void join(int machine, Descriptor connection, const Membership &membership);
    void abandon();

private:
    using Clock = std::chrono::steady_clock;

    bool isCoordinator() const { return m_machine == m_leader; }

    void run();
    void round();
    void close();
    void waitForNews() const;
    void beginRole();
    void introduce(ControlPeer &coordinator, const std::optional<Membership> &membership);
    void admitCallers();
    void admit(TlsConnection &link); // hangs up on whoever this agent does not coordinate
    void sendOutgoing();
    void noteUnsent();
    void sendStoreLines();
    void sendHeartbeat();
    void hear(ControlPeer &peer);
    void noteLife(const ControlPeer &peer);
    void handle(ControlPeer &peer, const std::string &line);
    void handle(ControlPeer &peer, AgentHeartbeat &heartbeat);
    void handle(ControlPeer &peer, Introduction &introduction);
    void handle(ControlPeer &, Roster &roster);
    void handle(ControlPeer &, Welcome &welcome);
    template <typename Order>
    void handle(ControlPeer &, Order &order) // of the coordinator
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
    int m_leader = 0; // the machine that coordinates, or is asked to; -1: none any more
    bool m_isWelcome = false; // at the coordinator
    std::optional<TlsListener> m_listener;
    std::vector<TlsConnection> m_callers; // who know the key, while this agent does not coordinate them
    int m_port = 0;
    std::vector<ControlPeer> m_peers; // agents that this agent has to do with
    std::vector<OutgoingLine> m_orders; // given so far: an agent that comes later hears them too
    Clock::time_point m_lastHeartbeatSent{};
    bool m_isOver = false;

    StoreRelay m_relay; // used by any thread
    const Descriptor m_wakes;
    std::atomic<bool> m_isClosing{false};
    mutable std::mutex m_mutex;
    std::vector<ControlMessage> m_messages;
    AgentHeartbeat m_own; // of this machine
    std::vector<OutgoingLine> m_outgoing;
    std::set<int> m_unsentTo; // machines
    std::vector<int> m_ports; // by machine
    std::function<void()> m_newRole; // for the thread to begin
    HeartbeatMonitor m_heartbeats;
    std::thread m_thread;
};

} // namespace motley
