#include "engine/protocol/links.h"

#include "engine/json/jsonfields.h"

#include <algorithm>

namespace motley {

constexpr std::size_t longestMessage = 1 << 18; // bytes

template <typename Fields>
void describe(Fields &fields, Listening &listening)
{
    fields("port", listening.port);
    fields("word", listening.word);
}

template <typename Fields>
void describe(Fields &fields, ReachPeer &peer)
{
    fields("name", peer.name);
    fields("addresses", peer.addresses);
    fields("port", peer.port);
    fields("word", peer.word);
}

template <typename Fields>
void describe(Fields &fields, ReachRequest &request)
{
    fields("peers", request.peers);
}

template <typename Fields>
void describe(Fields &fields, Way &way)
{
    fields("to", way.to);
    fields("address", way.address);
    fields("answered", way.answered);
    fields("roundTripSeconds", way.roundTripSeconds);
    fields("bytesPerSecond", way.bytesPerSecond);
}

template <typename Fields>
void describe(Fields &fields, ReachReport &report)
{
    fields("ways", report.ways);
}

namespace {

template <typename T>
Result<T> parse(std::string_view json, const char *what)
{
    return parseJson(json, longestMessage, what).and_then([](const Json &value) { return fromJson<T>(value); });
}

Result<void> checkPlace(int port, const std::string &word)
{
    if (port < 1 || port > 65535)
        return fail("The field port must be from 1 to 65535, but is " + std::to_string(port) + ".");
    if (word.size() != wordDigits || word.find_first_not_of("0123456789abcdef") != std::string::npos)
        return fail("The field word must have " + std::to_string(wordDigits) + " hexadecimal digits.");
    return {};
}

bool isAmount(double value)
{
    return std::isfinite(value) && value >= 0;
}

} // namespace

std::string toJson(const Listening &listening)
{
    return dumpLine(jsonOf(listening));
}

Result<Listening> parseListening(std::string_view json)
{
    auto listening = parse<Listening>(json, "answer to listen");
    if (!listening)
        return listening;
    if (const auto checked = checkPlace(listening->port, listening->word); !checked)
        return tl::unexpected(checked.error());
    return listening;
}

std::string toJson(const ReachRequest &request)
{
    return dumpLine(jsonOf(request));
}

Result<ReachRequest> parseReachRequest(std::string_view json)
{
    auto request = parse<ReachRequest>(json, "list of peers");
    if (!request)
        return request;
    std::size_t ways = 0;
    for (const ReachPeer &peer : request->peers) {
        ways += peer.addresses.size();
        if (const auto checked = checkPlace(peer.port, peer.word); !checked)
            return tl::unexpected(checked.error());
    }
    if (ways > mostWays)
        return fail("The peers must have " + std::to_string(mostWays) + " addresses at most, but have "
            + std::to_string(ways) + ".");
    return request;
}

std::string toJson(const ReachReport &report)
{
    return dumpLine(jsonOf(report));
}

Result<ReachReport> parseReachReport(std::string_view json)
{
    auto report = parse<ReachReport>(json, "answer to reach");
    if (!report)
        return report;
    const bool plausible = report->ways.size() <= mostWays
        && std::all_of(report->ways.begin(), report->ways.end(),
            [](const Way &way) { return isAmount(way.roundTripSeconds) && isAmount(way.bytesPerSecond); });
    if (!plausible)
        return fail("The answer to reach has too many ways, or one with an impossible time or speed.");
    return report;
}

} // namespace motley
