// The rendezvous of machines that were started by hand: heartbeats, an all-gather of texts, and the coordinator's
// replies.
#pragma once

#include "engine/rendezvous/heartbeat.h"
#include "engine/rendezvous/rendezvousstore.h"

#include <functional>
#include <map>
#include <stop_token>
#include <thread>
#include <vector>

namespace motley {

class Rendezvous {
public:
    // `onJoined` is called with the number of machines that have joined, each time there is one more. `isStopped` ends
    // the waiting with an Error.
    Rendezvous(RendezvousStore &store, int machines, std::chrono::seconds limit, std::function<void(int)> onJoined,
        std::function<bool()> isStopped = {});

    // Posts a text and returns the texts of all machines under this name, indexed by the machines' numbers. Every
    // machine must call it with the same names in the same order. Errors: a machine is gone or has not come in time;
    // the reason that another machine gave to refuse().
    Result<std::vector<std::string>> allGather(const std::string &name, const std::string &text);

    // The coordinator's text for one of the other machines, which get theirs by awaitReply().
    Result<void> reply(int machine, const std::string &text);
    Result<std::string> awaitReply();
    void awaitRepliesRead(std::chrono::seconds limit); // until all have read their reply

    void refuse(const std::string &why); // ends the rendezvous of all other machines with this Error
    // For a machine other than the coordinator that knows by itself why there will be no run: it must stay alive until
    // the coordinator has refused the run too.
    void awaitRefusal(std::chrono::seconds limit);

private:
    using Clock = std::chrono::steady_clock;
    struct PeerHeartbeat {
        std::string last;
        HeartbeatTimer silence; // since it was seen to change
        bool isAlive = false;
    };

    void sendHeartbeats(std::stop_token stop);
    Result<std::optional<std::string>> textOf(int machine, const std::string &name);
    Result<void> checkHeartbeat(int machine);
    Result<void> checkDeadline();

    RendezvousStore &m_store;
    const int m_machines;
    const Clock::time_point m_deadline;
    const std::function<void(int)> m_onJoined;
    const std::function<bool()> m_isStopped;
    std::map<int, PeerHeartbeat> m_heartbeats;
    std::jthread m_heartbeatThread; // declared last: it uses the other members
};

} // namespace motley
