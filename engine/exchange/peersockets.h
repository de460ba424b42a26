// Exchanges bytes with all peers at the same time, on the calling thread.
#pragma once

#include "engine/base/descriptor.h"

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

namespace motley {

class PeerSockets {
public:
    // A link to each peer, empty for this rank itself. A peer that is silent for longer than the limit is taken for
    // gone. `ranks`: of the peers, for messages; left out: their places in `links`.
    PeerSockets(std::vector<Descriptor> links, std::chrono::milliseconds limit, std::vector<int> ranks = {});

    // Sends toPeers[i] to peer i and fills fromPeers[i] with what it sends. Peers with nothing both ways take no part,
    // and so need not call it. Returns once everything is sent and
    // received. Throws std::runtime_error when a peer is gone or silent, in words of c10d that engine/agent/rootcause.h
    // knows, or when it is at another exchange; the links cannot be used afterwards.
    void exchange(const std::vector<std::span<const char>> &toPeers, const std::vector<std::span<char>> &fromPeers);

    void abort(); // an exchange that waits for a peer throws, and so do later ones; called from any thread

private:
    std::vector<Descriptor> m_links;
    std::vector<int> m_ranks;
    std::vector<std::uint64_t> m_numbers; // of the latest exchange with each peer, from 1
    std::chrono::milliseconds m_limit;
};

} // namespace motley
