// How machines reach each other: what the engine's commands `listen` and `reach` are asked and answer, as JSON lines.
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

constexpr std::size_t wordDigits = 64; // hexadecimal
constexpr std::size_t mostWays = 512; // of one machine to all others

struct Listening { // `listen`
    int port = 0;
    std::string word; // which a caller must know

    bool operator==(const Listening &) const = default;
};

struct ReachPeer {
    std::string name;
    std::vector<std::string> addresses; // where it may be reached, in numbers
    int port = 0;
    std::string word;

    bool operator==(const ReachPeer &) const = default;
};

struct ReachRequest { // stdin of `reach`
    std::vector<ReachPeer> peers;

    bool operator==(const ReachRequest &) const = default;
};

struct Way {
    std::string to; // name of the peer
    std::string address;
    bool answered = false;
    double roundTripSeconds = 0; // of a small message; 0: not known
    double bytesPerSecond = 0; // there; 0: not known

    bool operator==(const Way &) const = default;
};

struct ReachReport { // `reach`: a way for each address of each peer, in their order
    std::vector<Way> ways;

    bool operator==(const ReachReport &) const = default;
};

std::string toJson(const Listening &listening);
Result<Listening> parseListening(std::string_view json);
std::string toJson(const ReachRequest &request);
Result<ReachRequest> parseReachRequest(std::string_view json);
std::string toJson(const ReachReport &report);
Result<ReachReport> parseReachReport(std::string_view json);

} // namespace motley
