// The agents that one agent has to do with, for the control channel only.
#pragma once

#include "engine/protocol/launchspec.h"
#include "engine/rendezvous/tlsconnection.h"

#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace motley {

struct ControlPeer {
    int machine = 0;
    std::optional<TlsConnection> link;
};

struct OutgoingLine {
    std::string line;
    std::optional<int> machine = {}; // nullopt: to all that this agent has to do with

    bool isFor(const ControlPeer &peer) const { return peer.link && (!machine || *machine == peer.machine); }
};

// The machines that an agent has to do with.
inline std::vector<int> peersOf(const LaunchSpec &launch)
{
    if (launch.machine > 0)
        return {0};
    std::vector<int> others(launch.plan.machines.size() - 1);
    std::iota(others.begin(), others.end(), 1);
    return others;
}

} // namespace motley
