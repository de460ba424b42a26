// Which process an agent is (agent.json): a pid alone may belong to another process later.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace motley {

struct AgentIdentity {
    int pid = 0;
    std::int64_t startTicks = 0; // field 22 of /proc/PID/stat: clock ticks after boot
    std::string bootId; // of the kernel it runs on
    std::string hostName; // run folders may lie in a home that machines share

    bool operator==(const AgentIdentity &) const = default;
};

std::string toJson(const AgentIdentity &identity);
Result<AgentIdentity> parseAgentIdentity(std::string_view json);

} // namespace motley
