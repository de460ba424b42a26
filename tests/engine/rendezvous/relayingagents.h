// Agents of several machines as one thread, with the sockets of their ranks.
#pragma once

#include "engine/rendezvous/storerelay.h"

#include <algorithm>
#include <memory>
#include <thread>

namespace motley {

inline Plan planOf(const std::vector<int> &machines)
{
    Plan plan;
    for (const int machine : machines) {
        plan.machines.resize(std::max(plan.machines.size(), std::size_t(machine) + 1));
        plan.ranks.push_back({.machine = machine});
    }
    return plan;
}

// The agents of all machines, as one thread polls them.
class RelayingAgents {
public:
    explicit RelayingAgents(const std::vector<int> &machinesOfRanks) : m_plan(planOf(machinesOfRanks))
    {
        for (int machine = 0; machine < int(m_plan.machines.size()); ++machine)
            m_relays.push_back(std::make_unique<StoreRelay>(m_plan, machine));
        for (int rank = 0; rank < int(m_plan.ranks.size()); ++rank) {
            auto [ours, theirs] = makeSocketPair();
            relayOf(rank).add(rank, std::move(ours));
            m_sockets.push_back(std::move(theirs));
        }
        m_thread = std::jthread([this](const std::stop_token &stop) { run(stop); });
    }
    ~RelayingAgents() { stop(); }

    Descriptor socketOf(int rank) { return std::move(m_sockets[std::size_t(rank)]); }
    void stop() // the agents are gone
    {
        if (m_relays.empty())
            return;
        m_thread.request_stop();
        m_relays.front()->wake();
        m_thread.join();
        m_relays.clear();
    }
    StoreRelay &relayOf(int rank) { return *m_relays[std::size_t(m_plan.ranks[std::size_t(rank)].machine)]; }

private:
    void run(const std::stop_token &stop)
    {
        while (!stop.stop_requested()) {
            std::vector<pollfd> waits;
            for (const auto &relay : m_relays)
                relay->addWaits(waits);
            poll(waits.data(), waits.size(), 1000);
            for (int machine = int(m_relays.size()) - 1; machine >= 0; --machine)
                pass(machine);
            for (int machine = 1; machine < int(m_relays.size()); ++machine)
                pass(machine);
        }
    }
    void pass(int machine)
    {
        m_relays[std::size_t(machine)]->advance();
        for (const auto &[other, line] : m_relays[std::size_t(machine)]->takeForAgents())
            m_relays[std::size_t(other)]->handle(machine, line);
    }

    Plan m_plan;
    std::vector<std::unique_ptr<StoreRelay>> m_relays; // by machine
    std::vector<Descriptor> m_sockets; // of the ranks
    std::jthread m_thread;
};

} // namespace motley
