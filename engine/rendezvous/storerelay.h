// One agent's part in the run's store: it takes its ranks' requests from their sockets and passes them on to the
// coordinator, whose own part has the keys, and the answers back. Where another machine coordinates from now on, its
// store is empty: what was asked of the one before is answered no more, and a new generation asks anew. It waits for
// nothing: its owner polls, and has the connections between the agents.
#pragma once

#include "engine/protocol/plan.h"
#include "engine/rendezvous/linesocket.h"
#include "engine/rendezvous/runstoreserver.h"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace motley {

class StoreRelay {
public:
    StoreRelay(const Plan &plan, int machine);

    // Called from any thread; they wake the owner.
    void add(int rank, Descriptor socket); // the agent's end; a rank of this machine
    void tell(int rank, const std::string &line); // what is no answer; nobody hears it where the rank is gone
    void beginGeneration(int generation); // on the coordinator
    void follow(int leader); // the machine that coordinates; it is machine 0 at first
    void wake() const;

    // For the owner.
    void addWaits(std::vector<pollfd> &waits) const;
    void advance(); // serves the sockets of this machine's ranks
    void handle(int machine, const std::string &line); // a store's line from another agent
    void forgetMachine(int machine); // whose agent is gone: its ranks wait for nothing any more
    struct ForAgent {
        int machine = 0;
        std::string line;
    };
    std::vector<ForAgent> takeForAgents(); // to be sent to other agents, since the last call

private:
    bool isCoordinator() const { return m_machine == m_leader; }
    bool serve(int rank, const std::string &line); // false: not what a rank says
    void request(const StoreRequest &request);
    void answer(const std::vector<StoreAnswer> &answers);
    void sendToRank(int rank, const std::string &line);
    void leave(int rank);

    std::vector<int> m_machines; // by rank
    int m_machine = 0;
    const Descriptor m_wakes;
    mutable std::mutex m_mutex; // for all below
    int m_leader = 0;
    std::map<int, LineSocket> m_ranks; // of this machine
    RunStoreServer m_server; // has keys on the coordinator alone
    std::vector<ForAgent> m_forAgents;
};

} // namespace motley
