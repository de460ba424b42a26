// TCP connections of this rank with others.
#pragma once

#include "engine/base/descriptor.h"

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace motley {

struct PeerEndpoint {
    int rank = 0;
    int size = 1;
    std::string address; // where the peers reach this rank; it listens there alone
    std::vector<int> peers; // that it is connected with; each of them must name this rank too
};

// Every rank must call it. Each peer proves that it belongs to the run by a random token, which the store has; other
// callers are hung up on, and keep none of the peers waiting. The result is indexed by rank; entries of others than the
// peers are empty. Throws std::runtime_error if a peer does not connect within the limit.
std::vector<Descriptor> connectPeers(const PeerEndpoint &endpoint, c10d::Store &store, std::chrono::milliseconds limit);

} // namespace motley
