// A run whose machines are loopback addresses of this computer, or networks of their own on it, with the usual agent
// and ranks on each.
#pragma once

#include "engine/base/result.h"
#include "engine/bench/limits/cgroupquota.h"
#include "engine/bench/membership/machinenetworks.h"
#include "engine/job/jobspec.h"
#include "engine/protocol/event.h"
#include "engine/protocol/runfolder.h"

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace motley {

struct LoopbackOptions {
    std::string engine; // program of agents and ranks
    std::string folder; // must exist; the machines' run folders are made in it
    int machines = 2;
    int ranks = 4; // of all machines; each has one at least
    double processors = 0; // that each machine may use, such as 0.5; 0: all of them. Needs root
    bool ownNetworks = false; // each machine has one. Needs root
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

    // Starts the agent of a machine again, which has ended. Returns once it is welcome. Errors: why it is not.
    Result<void> rejoin(int machine);

    pid_t agent(int machine) const { return m_agents[std::size_t(machine)]; } // -1: it is off
    std::vector<pid_t> ranks(int machine) const; // processes, in the order of their ranks
    void signal(int machine, int number) const; // to its agent and its ranks

    bool isOn(int machine) const; // its agent has not ended
    void powerOff(int machine); // its processes end, and with a network of its own nothing of it answers any more
    Result<void> powerOn(int machine); // its agent begins to take part again
    std::vector<Event> wholeLog() const; // of the machine that has heard the most

private:
    explicit LoopbackMachines(LoopbackOptions options) : m_options(std::move(options)) { }

    Result<void> prepare(); // networks and quotas
    std::string address(int machine) const;
    Plan plan(const JobSpec &job) const;
    RunFolder folder(int machine) const { return {m_options.folder + "/machine-" + std::to_string(machine)}; }
    Result<int> startAgent(const std::string &command, int machine); // the port of the coordinator
    Result<pid_t> begin(int machine, const std::string &command, int output) const;
    void reap(int machine); // its agent, once that ends

    LoopbackOptions m_options;
    std::optional<MachineNetworks> m_networks;
    std::vector<CpuQuota> m_quotas;
    std::vector<pid_t> m_agents;
    int m_leader = 0;
    std::size_t m_read = 0; // bytes of the log
};

} // namespace motley
