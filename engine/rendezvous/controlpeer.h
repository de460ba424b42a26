// The agents that one agent has to do with, for the control channel only.
#pragma once

#include "engine/protocol/controlline.h"
#include "engine/protocol/launchspec.h"
#include "engine/rendezvous/tlsconnection.h"

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
    bool isOrder = true; // on the coordinator: whoever comes later hears it too

    bool isFor(const ControlPeer &peer) const { return peer.link && (!machine || *machine == peer.machine); }
};

inline std::string introductionOf(Introduction caller)
{
    const std::string line = toLine(ControlLine{caller});
    if (line.size() <= TlsConnection::longestLine) // else the other end would hang up
        return line;
    caller.membership.reset();
    return toLine(ControlLine{caller});
}

// The machines that an agent has to do with at first.
inline std::vector<int> peersOf(const LaunchSpec &launch)
{
    if (launch.machine > 0)
        return {0};
    std::vector<int> others;
    for (int machine = 1; machine < int(launch.plan.machines.size()); ++machine)
        others.push_back(machine);
    return others;
}

} // namespace motley
