#include "engine/protocol/links.h"

#include "engine/json/jsonfields.h"

#include <algorithm>

namespace motley {

constexpr std::size_t longestMessage = 1 << 18; // bytes

template <typename Fields>
void describe(Fields &fields, EchoEndpoint &endpoint)
{
    fields("port", endpoint.port);
    fields("token", endpoint.token);
}

template <typename Fields>
void describe(Fields &fields, LinkPeer &peer)
{
    fields("name", peer.name);
    fields("addresses", peer.addresses);
    fields("port", peer.port);
    fields("token", peer.token);
}

template <typename Fields>
void describe(Fields &fields, LinkCheckRequest &request)
{
    fields("peers", request.peers);
    fields("own", request.own);
}

template <typename Fields>
void describe(Fields &fields, MeasuredLink &link)
{
    fields("to", link.to);
    fields("address", link.address);
    fields("answered", link.answered);
    fields("roundTripSeconds", link.roundTripSeconds);
    fields("bytesPerSecond", link.bytesPerSecond);
    fields("losesLargePackets", link.losesLargePackets);
}

template <typename Fields>
void describe(Fields &fields, LinkCheckReport &report)
{
    fields("links", report.links);
}

namespace {

template <typename T>
Result<T> parse(std::string_view json, const char *what)
{
    return parseJson(json, longestMessage, what).and_then([](const Json &value) { return fromJson<T>(value); });
}

Result<void> checkEndpoint(int port, const std::string &token)
{
    if (port < 1 || port > 65535)
        return fail("The field port must be from 1 to 65535, but is " + std::to_string(port) + ".");
    if (token.size() != tokenDigits || token.find_first_not_of("0123456789abcdef") != std::string::npos)
        return fail("The field token must have " + std::to_string(tokenDigits) + " hexadecimal digits.");
    return {};
}

bool isAmount(double value)
{
    return std::isfinite(value) && value >= 0;
}

} // namespace

std::string toJson(const EchoEndpoint &endpoint)
{
    return dumpLine(jsonOf(endpoint));
}

Result<EchoEndpoint> parseEchoEndpoint(std::string_view json)
{
    auto endpoint = parse<EchoEndpoint>(json, "answer of echo-server");
    if (!endpoint)
        return endpoint;
    if (const auto checked = checkEndpoint(endpoint->port, endpoint->token); !checked)
        return tl::unexpected(checked.error());
    return endpoint;
}

std::string toJson(const LinkCheckRequest &request)
{
    return dumpLine(jsonOf(request));
}

Result<LinkCheckRequest> parseLinkCheckRequest(std::string_view json)
{
    auto request = parse<LinkCheckRequest>(json, "list of peers");
    if (!request)
        return request;
    if (request->own)
        if (const auto checked = checkEndpoint(request->own->port, request->own->token); !checked)
            return tl::unexpected(checked.error());
    std::size_t links = 0;
    for (const LinkPeer &peer : request->peers) {
        links += peer.addresses.size();
        if (const auto checked = checkEndpoint(peer.port, peer.token); !checked)
            return tl::unexpected(checked.error());
    }
    if (links > mostLinks)
        return fail("The peers must have " + std::to_string(mostLinks) + " addresses at most, but have "
            + std::to_string(links) + ".");
    return request;
}

std::string toJson(const LinkCheckReport &report)
{
    return dumpLine(jsonOf(report));
}

Result<LinkCheckReport> parseLinkCheckReport(std::string_view json)
{
    auto report = parse<LinkCheckReport>(json, "answer of check-links");
    if (!report)
        return report;
    const bool plausible = report->links.size() <= mostLinks
        && std::all_of(report->links.begin(), report->links.end(),
            [](const MeasuredLink &link) { return isAmount(link.roundTripSeconds) && isAmount(link.bytesPerSecond); });
    if (!plausible)
        return fail("The answer of check-links has too many links, or one with an impossible time or speed.");
    return report;
}

} // namespace motley
