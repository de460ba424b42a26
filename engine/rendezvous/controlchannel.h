// The control channel between the agents of a run: heartbeats, events for the coordinator, its orders, and what the
// ranks ask of the run's store, which has no port. Each other agent has one TLS connection to the coordinator's, whose
// key comes from the run's token (engine/rendezvous/tlsconnection.h). A thread of the channel's own serves the
// connections and the ranks' sockets, so that a busy agent is not a silent one.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/protocol/controlline.h"
#include "engine/protocol/event.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/rankstatus.h"
#include "engine/rendezvous/heartbeatmonitor.h"

#include <chrono>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace motley {

struct PeerEvent { // to the coordinator
    int machine = 0;
    EventBody body;
};
struct PeerHeartbeat { // to the coordinator
    std::vector<RankStatus> ranks; // of one machine
};
struct ConnectionLost {
    int machine = 0; // whose agent has gone; 0: the coordinator
    std::string reason;
};
using ControlMessage = std::variant<PeerEvent, PeerHeartbeat, HeartbeatLost, AllHeartbeatsLost, ConnectionLost,
    StopOrder, AbortOrder, MembershipOrder, RunOver>;

class ControlChannel {
public:
    // Listens on the coordinating machine, whose agent has the keys of the run's store; connects on the others.
    static Result<ControlChannel> open(const LaunchSpec &launch);
    ControlChannel(ControlChannel &&) noexcept;
    ControlChannel &operator=(ControlChannel &&) = delete;
    // Waits a moment until everything is sent. On the coordinator it tells the other agents that the run is over, and
    // gives them a moment to leave.
    ~ControlChannel();

    int port() const; // where the coordinator listens; 0 there: a run on one machine needs no such port

    // The agent's end of the socket of a rank of this machine: the rank asks there for the run's store.
    void addRank(int rank, Descriptor socket);
    void tellRank(int rank, const std::string &line); // nobody hears it where the rank is gone

    std::vector<ControlMessage> receive(); // what has come in since the last call

    void send(const EventBody &body); // to the coordinator
    void setRankStatuses(std::vector<RankStatus> ranks); // of this machine, for the heartbeats from now on

    // On the coordinator.
    void order(const ControlLine &order); // to all others; of other members, it ends their keys in the run's store too
    void leaveOut(int machine, const std::string &reason); // orders it to end, and misses it no more
    double secondsSinceHeartbeat(int machine) const; // time in which this process did not run is left out

    static constexpr auto heartbeat = std::chrono::milliseconds(500);
    static constexpr auto heartbeatLimit = HeartbeatMonitor::limit;
    static constexpr auto joinLimit = HeartbeatMonitor::joinLimit;
    static constexpr auto closeLimit = std::chrono::seconds(3);

private:
    class Service;
    explicit ControlChannel(std::unique_ptr<Service> service);
    std::unique_ptr<Service> m_service;
};

} // namespace motley
