// The control channel between the agents of a run: heartbeats, events for the coordinator, and its orders to end. One
// thread does all communication with the store, because a store on a dead network may never answer.
#pragma once

#include "engine/protocol/event.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/rankstatus.h"

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
struct HeartbeatLost { // to all; machine 0 is the coordinator
    int machine = 0;
    double seconds = 0;
    bool neverCame = false;
};
struct AllHeartbeatsLost { }; // to the coordinator of several others: at the same time, so the fault is here
struct StoreLost {
    std::string reason;
};
struct StopOrdered { };
struct AbortOrdered {
    std::string reason;
};
struct RunOver { }; // the run has ended and its log is complete; agents may leave
using ControlMessage = std::variant<PeerEvent, PeerHeartbeat, HeartbeatLost, AllHeartbeatsLost, StoreLost, StopOrdered,
    AbortOrdered, RunOver>;

class ControlChannel {
public:
    // Serves the store on the coordinating machine, joins it on the others.
    static Result<ControlChannel> open(const LaunchSpec &launch);
    ControlChannel(ControlChannel &&) noexcept;
    ControlChannel &operator=(ControlChannel &&) = delete;
    ~ControlChannel(); // waits a moment for what is still to be sent

    int storePort() const;

    std::vector<ControlMessage> receive(); // what has come in since the last call

    void send(const EventBody &body); // to the coordinator
    void setRankStatuses(std::vector<RankStatus> ranks); // of this machine, for the heartbeats from now on
    void orderStop();
    void orderAbort(const std::string &reason);

    // On the coordinator: tells the other agents that the run is over and gives them a moment to leave before the store
    // ends.
    void close();

    // On the coordinator; time in which this process did not run is left out.
    double secondsSinceHeartbeat(int machine) const;

    static constexpr auto heartbeat = std::chrono::milliseconds(500);
    static constexpr auto heartbeatLimit = std::chrono::seconds(15);
    static constexpr auto joinLimit = std::chrono::seconds(120);
    static constexpr auto closeLimit = std::chrono::seconds(3);

private:
    struct Table;
    explicit ControlChannel(std::shared_ptr<Table> table);
    std::shared_ptr<Table> m_table;
};

} // namespace motley
