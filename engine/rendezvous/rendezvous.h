// The rendezvous of machines that were started by hand: heartbeats, an all-gather of texts, and the coordinator's
// replies.
#pragma once

#include "engine/rendezvous/rendezvousstore.h"

#include <functional>
#include <map>
#include <stop_token>
#include <thread>
#include <vector>

namespace motley {

class Rendezvous {
public:
    // `onJoined` is called with the number of machines that have joined, each time there is one more.
    Rendezvous(RendezvousStore &store, int machines, std::chrono::seconds limit, std::function<void(int)> onJoined);

    // Everyone's text of this name, by the machines' numbers. Every machine calls it with the same names in the same
    // order. Errors: a machine is gone, or has not come in time; what the coordinator refused with.
    Result<std::vector<std::string>> allGather(const std::string &name, const std::string &text);

    // The coordinator to each of the others, who wait for it.
    Result<void> reply(int machine, const std::string &text);
    Result<std::string> awaitReply();
    void awaitRepliesRead(std::chrono::seconds limit); // until all have read their reply

    void refuse(const std::string &why); // to all others, in place of all that would follow
    // For one of the others that has seen by itself why there will be no run: the coordinator must see it live until it
    // has, too.
    void awaitRefusal(std::chrono::seconds limit);

private:
    using Clock = std::chrono::steady_clock;
    struct PeerHeartbeat {
        std::string last;
        Clock::time_point since; // when it was seen to change
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
    std::map<int, PeerHeartbeat> m_heartbeats;
    std::jthread m_heartbeatThread; // last: it uses the rest
};

} // namespace motley
