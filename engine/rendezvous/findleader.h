// Finds the machine that coordinates a run, for an agent of another one.
#pragma once

#include "engine/protocol/launchspec.h"
#include "engine/rendezvous/controlchannel.h"
#include "engine/rendezvous/tlsconnection.h"

#include <string>
#include <vector>

namespace motley {

struct FoundLeader {
    int machine = 0;
    int port = 0;
    TlsConnection link; // which it has welcomed
    std::vector<std::string> lines; // that it has said since
};

// Machine 0, at the port that the launch names. Errors: it does not answer as the coordinator of this run.
Result<FoundLeader> joinFirstLeader(const LaunchSpec &launch, const TlsConnection::Key &key);

// For an agent that is started again. Asks all other machines, as only the one that coordinates takes it in; the others
// say where all listen now. `ports`: where they did when this machine was lost, by machine, 0 where that is not known.
// Errors: none of them answers, or the one that coordinates turns this machine away, and why.
tl::expected<FoundLeader, NoLeader> findLeader(
    const LaunchSpec &launch, const TlsConnection::Key &key, const std::vector<int> &ports);

} // namespace motley
