#include "engine/protocol/rankstatus.h"

#include "engine/protocol/rankstatusfields.h"

namespace motley {

namespace {

constexpr std::size_t longestStatus = 4096; // bytes

} // namespace

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

} // namespace motley
