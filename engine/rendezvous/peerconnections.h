// A TCP connection of this rank with each of the others.
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
};

// Every rank calls it. Each peer proves by a random token, which the store has under the run's token, that it belongs
// here; whoever else calls is hung up on. Index = rank, this one's own entry is empty. Throws std::runtime_error where
// a peer does not come within the limit.
std::vector<Descriptor> connectPeers(const PeerEndpoint &endpoint, c10d::Store &store, std::chrono::milliseconds limit);

} // namespace motley
