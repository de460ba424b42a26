// What the agents of a run tell each other besides events, a JSON line each: heartbeats both ways, how agents introduce
// themselves, and what the coordinator says to the others. Events travel as they are: up without a number, down, for
// copies of the log, with the one that they have there.
#pragma once

#include "engine/protocol/event.h"
#include "engine/protocol/membership.h"
#include "engine/protocol/rankstatus.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace motley {

struct AgentHeartbeat {
    static constexpr const char *name = "heartbeat";
    std::vector<RankStatus> ranks; // those of the agent's machine that have reported
    std::int64_t lastEvent = 0; // of the run's log, as far as the agent's machine has it

    bool operator==(const AgentHeartbeat &) const = default;
};

struct Introduction { // of an agent that joins the coordinator; where that is a new one, after the events that it lacks
    static constexpr const char *name = "introduction";
    int port = 0; // where it listens itself: others meet there if it coordinates one day; 0: it cannot
    std::optional<Membership> membership; // the newest that it has heard of; nullopt: that of the plan

    bool operator==(const Introduction &) const = default;
};

struct Roster {
    static constexpr const char *name = "roster";
    std::vector<int> ports; // by machine; 0: not known

    bool operator==(const Roster &) const = default;
};

struct Welcome { // the first line of the coordinator, and of a machine that would coordinate once enough have come
    static constexpr const char *name = "welcome";
    std::int64_t lastEvent = 0; // of the run's log, that it has

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

struct HandedOver { // the coordinator hangs up next, and another machine takes its place
    static constexpr const char *name = "handedOver";
    RankFailed cause; // what the coordinator's machine is lost by

    bool operator==(const HandedOver &) const = default;
};

struct MembershipOrder { // other ranks train together from here on
    static constexpr const char *name = "membership";
    Membership membership;

    bool operator==(const MembershipOrder &) const = default;
};

struct KeepCheckpoint { // one machine copies it from the one that has written it
    static constexpr const char *name = "keepCheckpoint";
    int machine = 0; // that copies
    int writer = 0; // machine
    int port = 0; // where the writer gives it
    std::int64_t step = 0;

    bool operator==(const KeepCheckpoint &) const = default;
};

struct RunOver { // its log is complete; agents may leave
    static constexpr const char *name = "over";

    bool operator==(const RunOver &) const = default;
};

struct ControlLine {
    std::variant<AgentHeartbeat, Introduction, Roster, Welcome, StopOrder, AbortOrder, HandedOver, MembershipOrder,
        KeepCheckpoint, RunOver>
        body;

    bool operator==(const ControlLine &) const = default;
};

std::string toLine(const ControlLine &line); // one JSON object, no newline
// Errors: not such a line, a membership that checkRanks() refuses.
Result<ControlLine> parseControlLine(std::string_view line);

} // namespace motley
