// How machines reach each other: what the engine's commands `echo-server` and `check-links` are asked and answer, as
// JSON lines.
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

constexpr std::size_t tokenDigits = 64; // hexadecimal
constexpr std::size_t mostLinks = 512; // of one machine to all others

struct EchoEndpoint { // `echo-server`
    int port = 0;
    std::string token; // which a caller must know

    bool operator==(const EchoEndpoint &) const = default;
};

struct LinkPeer {
    std::string name;
    std::vector<std::string> addresses; // numeric addresses where it may be reached
    int port = 0;
    std::string token;

    bool operator==(const LinkPeer &) const = default;
};

struct LinkCheckRequest { // stdin of `check-links`
    std::vector<LinkPeer> peers;
    std::optional<EchoEndpoint> own; // which knows when this machine measures; nullopt: bursts wait for no other ones

    bool operator==(const LinkCheckRequest &) const = default;
};

struct MeasuredLink {
    std::string to; // name of the peer
    std::string address;
    bool answered = false;
    double roundTripSeconds = 0; // of a small message; 0: not known
    double bytesPerSecond = 0; // to the peer; 0: not known
    bool losesLargePackets = false; // small messages are answered, and what fills a packet is not

    bool operator==(const MeasuredLink &) const = default;
};

struct LinkCheckReport { // `check-links`: a link for each address of each peer, in their order
    std::vector<MeasuredLink> links;

    bool operator==(const LinkCheckReport &) const = default;
};

std::string toJson(const EchoEndpoint &endpoint);
Result<EchoEndpoint> parseEchoEndpoint(std::string_view json);
std::string toJson(const LinkCheckRequest &request);
Result<LinkCheckRequest> parseLinkCheckRequest(std::string_view json);
std::string toJson(const LinkCheckReport &report);
Result<LinkCheckReport> parseLinkCheckReport(std::string_view json);

} // namespace motley
