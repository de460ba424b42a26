// What a caller and an EchoServer say to each other once both have proved that they know the token: at first, where the
// caller is to measure in turn, a request for that; then small messages, which come back; then a burst, whose bytes are
// counted.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace motley {

using LinkMessage = std::array<char, 8>;
using LinkByteCount = std::array<char, 16>; // as decimal digits

constexpr int echoedMessages = 9;
constexpr std::size_t longestLinkBurst = std::size_t(8) << 30; // bytes
constexpr LinkMessage echoMessage{'m', 'o', 't', 'l', 'e', 'y', '?', '\n'};
constexpr LinkMessage turnRequest{'t', 'u', 'r', 'n', '?', ' ', ' ', '\n'};
constexpr LinkMessage turnGranted{'g', 'r', 'a', 'n', 't', 'e', 'd', '\n'};
constexpr LinkMessage turnRefused{'b', 'u', 's', 'y', ' ', ' ', ' ', '\n'};

inline LinkByteCount linkByteCount(std::size_t bytes)
{
    LinkByteCount count{};
    const std::string digits = std::to_string(bytes);
    std::copy_n(digits.begin(), std::min(digits.size(), count.size()), count.begin());
    return count;
}

} // namespace motley
