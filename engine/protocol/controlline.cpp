#include "engine/protocol/controlline.h"

#include "engine/protocol/membershipfields.h"
#include "engine/protocol/rankstatusfields.h"

namespace motley {

template <typename Fields>
void describe(Fields &fields, AgentHeartbeat &heartbeat)
{
    fields("ranks", heartbeat.ranks);
    fields("lastEvent", heartbeat.lastEvent);
}

template <typename Fields>
void describe(Fields &fields, Introduction &introduction)
{
    fields("port", introduction.port);
    fields("membership", introduction.membership);
}

template <typename Fields>
void describe(Fields &fields, Roster &roster)
{
    fields("ports", roster.ports);
}

template <typename Fields>
void describe(Fields &fields, Welcome &welcome)
{
    fields("lastEvent", welcome.lastEvent);
}

template <typename Fields>
void describe(Fields &, StopOrder &)
{
}

template <typename Fields>
void describe(Fields &fields, AbortOrder &order)
{
    fields("reason", order.reason);
}

template <typename Fields>
void describe(Fields &fields, HandedOver &order)
{
    fields("cause", order.cause);
}

template <typename Fields>
void describe(Fields &fields, MembershipOrder &order)
{
    fields("membership", order.membership);
}

template <typename Fields>
void describe(Fields &fields, KeepCheckpoint &order)
{
    fields("machine", order.machine);
    fields("writer", order.writer);
    fields("port", order.port);
    fields("step", order.step);
}

template <typename Fields>
void describe(Fields &, RunOver &)
{
}

template <typename Fields>
void describe(Fields &fields, ControlLine &line)
{
    fields.choice("type", line.body);
}

std::string toLine(const ControlLine &line)
{
    return dumpLine(jsonOf(line));
}

Result<ControlLine> parseControlLine(std::string_view line)
{
    auto read = parseJson(line, longestEventLine, "message of an agent").and_then([](const Json &json) {
        return fromJson<ControlLine>(json);
    });
    if (!read)
        return read;
    const auto *order = std::get_if<MembershipOrder>(&read->body);
    const auto *caller = std::get_if<Introduction>(&read->body);
    const bool hasNews = caller && caller->membership;
    if (const auto good = order ? checkRanks(order->membership)
            : hasNews           ? checkRanks(*caller->membership)
                                : Result<void>();
        !good)
        return tl::unexpected(good.error());
    return read;
}

} // namespace motley
