// What serves the connections of a control channel, on a thread of its own; for the channel only.
#pragma once

#include "engine/rendezvous/applicants.h"
#include "engine/rendezvous/controlchannel.h"
#include "engine/rendezvous/controlmailbox.h"
#include "engine/rendezvous/controlpeer.h"
#include "engine/rendezvous/findleader.h"
#include "engine/rendezvous/storerelay.h"
#include "engine/rendezvous/tlslistener.h"

#include <atomic>
#include <thread>
#include <type_traits>

namespace motley {

class ControlService {
public:
    ControlService(const LaunchSpec &launch, TlsConnection::Key key);
    ~ControlService();

    Result<void> listen(const LaunchSpec &launch, int wish = 0); // `wish`: the port, if it is free
    Result<void> join(const LaunchSpec &launch);
    // In place of both.
    tl::expected<void, NoLeader> rejoin(const LaunchSpec &launch, const std::vector<int> &ports);
    void start();

    // From here on called from any thread.
    int port() const { return m_port; }
    int firstLeader() const { return m_firstLeader; }
    StoreRelay &relay() { return m_relay; }
    ControlMailbox &mailbox() { return m_mailbox; }
    void lead(const std::vector<int> &machines);
    void join(int machine, Descriptor connection);
    void introduce(const Membership &membership, const std::vector<std::string> &eventLines);
    void abandon();
    void takeIn(int machine);
    void turnAway(int machine, const std::string &reason);

private:
    using Clock = std::chrono::steady_clock;

    bool isCoordinator() const { return m_machine == m_leader; }
    bool hasMachine(int machine) const { return machine != m_machine && machine < m_machines; }

    void run();
    void round();
    void close();
    void waitForNews() const;
    void carryOut(); // what other threads have asked for
    void follow(FoundLeader leader);
    void admitCallers();
    void takeInNow(int machine);
    void tellRoster(TlsConnection &caller) const; // whoever was lost knows where the others listened before
    void admit(TlsConnection &link); // hangs up on whoever this agent does not coordinate
    void sendOutgoing();
    void noteUnsent();
    void sendStoreLines();
    void sendHeartbeat();
    void hear(ControlPeer &peer);
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
            m_mailbox.add(std::move(order));
    }

    // Touched by the thread alone, once it runs.
    const int m_machine;
    const int m_machines; // how many there are
    const TlsConnection::Key m_key;
    int m_leader = 0; // the machine that coordinates, or is asked to; -1: none any more
    std::optional<TlsListener> m_listener;
    std::vector<TlsConnection> m_callers; // who know the key, while this agent does not coordinate them
    Applicants m_applicants; // while this agent coordinates
    int m_port = 0; // of the machine that coordinates at first
    int m_firstLeader = 0; // that machine
    std::vector<ControlPeer> m_peers; // agents that this agent has to do with
    std::vector<OutgoingLine> m_orders; // given so far: an agent that comes later hears them too
    Clock::time_point m_lastHeartbeatSent{};
    bool m_isOver = false;

    StoreRelay m_relay; // used by any thread
    ControlMailbox m_mailbox; // used by any thread
    std::atomic<bool> m_isClosing{false};
    std::thread m_thread;
};

} // namespace motley
