#include "engine/protocol/rankstatus.h"

#include "engine/json/jsonfields.h"
#include "engine/protocol/rankphasenames.h"

namespace motley {

namespace {

constexpr std::size_t longestStatus = 4096; // bytes
constexpr std::size_t longestHeartbeat = 1 << 20; // bytes

} // namespace

template <typename Fields>
void describe(Fields &fields, RankStatus &status)
{
    fields("rank", status.rank);
    fields("phase", status.phase);
    fields("collectives", status.collectives);
    fields("progress", status.progress);
    fields("unreachable", status.unreachable);
}

template <typename Fields>
void describe(Fields &fields, AgentHeartbeat &heartbeat)
{
    fields("number", heartbeat.number);
    fields("ranks", heartbeat.ranks);
}

std::string toLine(const RankStatus &status)
{
    return dumpLine(jsonOf(status));
}

Result<RankStatus> parseRankStatus(std::string_view line)
{
    return parseJson(line, longestStatus, "rank status").and_then([](const Json &json) {
        return fromJson<RankStatus>(json);
    });
}

std::string toLine(const AgentHeartbeat &heartbeat)
{
    return dumpLine(jsonOf(heartbeat));
}

Result<AgentHeartbeat> parseAgentHeartbeat(std::string_view line)
{
    return parseJson(line, longestHeartbeat, "heartbeat").and_then([](const Json &json) {
        return fromJson<AgentHeartbeat>(json);
    });
}

} // namespace motley
