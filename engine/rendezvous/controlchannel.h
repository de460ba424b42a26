// The control channel between the agents of a run: heartbeats, events for the coordinator, copies of its log, its
// orders, and what the ranks ask of the run's store, which has no port. Each other agent has one TLS connection to the
// coordinator's, whose key comes from the run's token (engine/rendezvous/tlsconnection.h). All listen, so that they can
// meet anew at another one. A thread of the channel's own serves the connections and the ranks' sockets, so that a busy
// agent is not a silent one.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/protocol/controlline.h"
#include "engine/protocol/event.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/rankstatus.h"
#include "engine/rendezvous/heartbeatmonitor.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace motley {

struct PeerEvent { // to the coordinator
    int machine = 0;
    EventBody body;
};
struct PeerHeartbeat { // to the coordinator
    std::vector<RankStatus> ranks; // of one machine
    int machine = 0;
    std::int64_t lastEvent = 0; // of the run's log, that this machine has
};
struct PeerCame { // to the coordinator
    int machine = 0;
    std::optional<Membership> membership; // the newest that it has heard of
};
struct PeerAsks { // of the coordinator, to take part again
    int machine = 0; // whose agent was started anew
};
using CopiedEvent = LoggedEvent; // of the coordinator's log
struct ConnectionLost {
    int machine = 0; // whose agent has gone
    std::string reason;
};
using ControlMessage
    = std::variant<PeerEvent, PeerHeartbeat, PeerCame, PeerAsks, CopiedEvent, HeartbeatLost, AllHeartbeatsLost,
        ConnectionLost, Welcome, StopOrder, AbortOrder, HandedOver, MembershipOrder, KeepCheckpoint, RunOver>;

struct NoLeader : Error { // who lets an agent take part again
    explicit NoLeader(Error error, bool over = false) : Error(std::move(error)), isOver(over) { }
    bool isOver; // each other machine of the run says that no agent of it listens there any more
};

class ControlService;

class ControlChannel {
public:
    // Listens on the coordinating machine, whose agent has the keys of the run's store; on the others it listens if
    // that is possible there, and connects.
    static Result<ControlChannel> open(const LaunchSpec &launch);
    // Of an agent that was started again, at the machine that coordinates now and has welcomed it. `ports`: where the
    // others listened when they were last heard of.
    static tl::expected<ControlChannel, NoLeader> rejoin(const LaunchSpec &launch, const std::vector<int> &ports);
    ControlChannel(ControlChannel &&) noexcept;
    ControlChannel &operator=(ControlChannel &&) = delete;
    // Waits a moment until everything is sent. On the coordinator it tells the other agents that the run is over, and
    // gives them a moment to leave.
    ~ControlChannel();

    // Where the machine listens that coordinated when this channel was opened; 0: a run on one machine needs no port.
    int port() const;
    int leader() const; // that machine
    int portOf(int machine) const; // where it listens; 0: that is not known
    std::vector<int> ports() const; // of all machines

    // The agent's end of the socket of a rank of this machine: the rank asks there for the run's store.
    void addRank(int rank, Descriptor socket);
    void tellRank(int rank, const std::string &line); // nobody hears it where the rank is gone

    std::vector<ControlMessage> receive(); // what has come in since the last call

    void send(const EventBody &body); // to the coordinator
    // Of this machine, for the heartbeats from now on.
    void setOwn(std::vector<RankStatus> ranks, std::int64_t lastEvent);

    // Where the coordinator is lost. From now on this agent coordinates these machines, which have to come; or it
    // belongs to another one, by a connection to that one's port, and is welcome there as soon as that one coordinates.
    void lead(const std::vector<int> &machines);
    void join(int machine, Descriptor connection);
    // Once that one has welcomed this agent: with the newest membership that this one has heard of, after lines of
    // events that the other one lacks.
    void introduce(const Membership &membership, const std::vector<std::string> &eventLines);
    // Hangs up on all others without a word, and listens no more: what is left of them decides by itself.
    void abandon();

    // On the coordinator.
    void order(const ControlLine &order); // to all others; of other members, it ends their keys in the run's store too
    void takeIn(int machine); // whose agent asks to take part again; ConnectionLost follows where it does so no more
    void turnAway(int machine, const std::string &reason); // agents that ask so
    void leaveOut(int machine, const std::string &reason); // orders it to end, and misses it no more
    void copyTo(int machine, const std::string &eventLine);
    bool hasUnsentCopies(int machine) const; // which would be lost with this process
    double secondsSinceHeartbeat(int machine) const; // time in which this process did not run is left out

    static constexpr auto heartbeat = std::chrono::milliseconds(500);
    static constexpr auto heartbeatLimit = HeartbeatMonitor::limit;
    static constexpr auto joinLimit = HeartbeatMonitor::joinLimit;
    static constexpr auto closeLimit = std::chrono::seconds(3);

private:
    explicit ControlChannel(std::unique_ptr<ControlService> service);
    std::unique_ptr<ControlService> m_service;
};

} // namespace motley
