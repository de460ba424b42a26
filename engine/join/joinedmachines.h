// One machine's side of a run whose machines find each other: each was started with the same command, and the first one
// coordinates.
#pragma once

#include "engine/base/process/signalqueue.h"
#include "engine/machine/echoserver.h"
#include "engine/plan/candidate.h"
#include "engine/protocol/joinrequest.h"
#include "engine/protocol/launchspec.h"
#include "engine/rendezvous/rendezvous.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace motley {

class JoinedMachines {
public:
    using Print = std::function<void(const std::string &line)>;

    // `own`: what this machine brings, without the endpoint of its echo server.
    JoinedMachines(JoinRequest own, Print print) : m_own(std::move(own)), m_print(std::move(print)) { }

    // Finds the other machines, at most so many together and within the limit, and measures the links between all.
    // Errors: those of openRendezvousStore() and Rendezvous; jobs or data that differ; this machine was stopped.
    Result<void> meet(const MeetingPlace &place, int machines, std::chrono::seconds limit);
    bool hasRendezvous() const { return m_rendezvous.has_value(); } // until leave()
    bool isCoordinator() const { return m_store->number() == 0; }
    const JobSpec &job() const { return m_own.job; } // with this machine's own paths

    // For the coordinator.
    Result<Plan> plan() const;
    void sendLaunchSpecs(LaunchSpec launch); // a machine that does not read its own is noticed by the heartbeats

    // For the others. Errors: the coordinator is gone, or has refused.
    Result<LaunchSpec> awaitLaunchSpec();

    // There will be no run: the coordinator, and a machine that was stopped, say why to the others. Another machine
    // only waits until the coordinator, which knows the same reason, has refused.
    void refuse(const std::string &why);
    void leave();
    void releaseSignals() { m_signals.reset(); } // SIGINT and SIGTERM stop this machine no longer

private:
    Result<void> openRendezvous(const MeetingPlace &place, int machines, std::chrono::seconds limit);
    Result<void> exchangeRequests();
    Result<void> checkAllLinks();
    bool isStopped();

    JoinRequest m_own;
    Print m_print;
    std::optional<EchoServer> m_echoServer;
    std::unique_ptr<RendezvousStore> m_store;
    std::optional<SignalQueue> m_signals; // while this machine waits for others
    bool m_isStopped = false;
    std::optional<Rendezvous> m_rendezvous; // uses the members above
    std::vector<JoinRequest> m_requests; // of all machines
    std::vector<CandidateMachine> m_machines;
};

} // namespace motley
