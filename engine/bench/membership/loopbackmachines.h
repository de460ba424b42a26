// A run whose machines are loopback addresses of this computer, with the usual agent and ranks on each.
#pragma once

#include "engine/base/result.h"
#include "engine/job/jobspec.h"
#include "engine/protocol/event.h"
#include "engine/protocol/runfolder.h"

#include <sys/types.h>

#include <string>
#include <vector>

namespace motley {

struct LoopbackOptions {
    std::string engine; // program of agents and ranks
    std::string folder; // must exist; the machines' run folders are made in it
    int machines = 2;
    int ranks = 4; // of all machines; each has one at least
};

class LoopbackMachines {
public:
    // Starts the agents, the coordinator first. The ranks' shares are even and stay so, as their curves are compared.
    // Errors: what kept an agent from beginning.
    static Result<LoopbackMachines> start(JobSpec job, const LoopbackOptions &options);

    LoopbackMachines(LoopbackMachines &&other) noexcept = default;
    LoopbackMachines &operator=(LoopbackMachines &&) = delete;
    ~LoopbackMachines(); // ends what still runs

    std::vector<Event> read(); // the events that were logged since the last call
    bool isOver() const; // the coordinating agent has ended
    void follow(int machine) { m_leader = machine, m_read = 0; } // which coordinates from now on: its log is read anew

    pid_t agent(int machine) const { return m_agents[std::size_t(machine)]; }
    std::vector<pid_t> ranks(int machine) const; // processes, in the order of their ranks
    void signal(int machine, int number) const; // to its agent and its ranks

private:
    explicit LoopbackMachines(std::string folder) : m_folder(std::move(folder)) { }

    RunFolder folder(int machine) const { return {m_folder + "/machine-" + std::to_string(machine)}; }
    Result<int> startAgent(const std::string &engine, int machine); // the port of the coordinator

    std::string m_folder;
    std::vector<pid_t> m_agents;
    int m_leader = 0;
    std::size_t m_read = 0; // bytes of the log
};

} // namespace motley
