// What the agents of a run tell each other besides events, a JSON line each: heartbeats both ways, and what the
// coordinator says to the others.
#pragma once

#include "engine/protocol/event.h"
#include "engine/protocol/membership.h"
#include "engine/protocol/rankstatus.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace motley {

struct AgentHeartbeat {
    static constexpr const char *name = "heartbeat";
    std::vector<RankStatus> ranks; // those of the agent's machine that have reported

    bool operator==(const AgentHeartbeat &) const = default;
};

struct Welcome { // the first line of the coordinator
    static constexpr const char *name = "welcome";

    bool operator==(const Welcome &) const = default;
};

struct StopOrder { // the ranks finish a step
    static constexpr const char *name = "stop";

    bool operator==(const StopOrder &) const = default;
};

struct AbortOrder {
    static constexpr const char *name = "abort";
    std::string reason;

    bool operator==(const AbortOrder &) const = default;
};

struct MembershipOrder { // other ranks train together from here on
    static constexpr const char *name = "membership";
    Membership membership;

    bool operator==(const MembershipOrder &) const = default;
};

struct RunOver { // its log is complete; agents may leave
    static constexpr const char *name = "over";

    bool operator==(const RunOver &) const = default;
};

struct ControlLine {
    std::variant<AgentHeartbeat, Welcome, StopOrder, AbortOrder, MembershipOrder, RunOver> body;

    bool operator==(const ControlLine &) const = default;
};

std::string toLine(const ControlLine &line); // one JSON object, no newline
// Errors: not such a line, a membership that checkRanks() refuses.
Result<ControlLine> parseControlLine(std::string_view line);

} // namespace motley
