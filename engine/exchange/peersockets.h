// Bytes to and from all peers at the same time, on the thread that asks for them.
#pragma once

#include "engine/base/descriptor.h"

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

namespace motley {

class PeerSockets {
public:
    // The links as connectPeers() gives them. A peer that is silent for longer than the limit is taken for gone.
    PeerSockets(std::vector<Descriptor> links, std::chrono::milliseconds limit);

    // Index = rank. Returns once everything is sent and received. Throws std::runtime_error, in c10d's words, when a
    // peer is gone, silent, or at another exchange than this one; the links are of no use then.
    void exchange(const std::vector<std::span<const char>> &toPeers, const std::vector<std::span<char>> &fromPeers);

private:
    std::vector<Descriptor> m_links;
    std::chrono::milliseconds m_limit;
    std::uint64_t m_number = 0; // of the exchange
};

} // namespace motley
