// The TCP store of a run: the rendezvous of its ranks. c10d's store has no passwords: it binds to one address and picks
// a random port. Whoever can read the network can read all keys, so none of them is the run's token; docs/security.md
// says so to users.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/result.h"

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <chrono>
#include <string>

namespace motley {

// Keeps c10d's warnings, with a C++ stack each, off stderr: what they tell comes as an Error, too. TORCH_CPP_LOG_LEVEL
// overrides it.
void hideTorchWarnings();

struct ServedStore {
    c10::intrusive_ptr<c10d::Store> store; // already below the prefix
    int port = 0;
};

// Serves a store on this address alone, at a free port. Errors name the address and the system's reason.
Result<ServedStore> serveStore(const std::string &address, const std::string &prefix);
// The same at a socket that is bound to the address.
Result<ServedStore> serveStore(Descriptor socket, const std::string &address, const std::string &prefix);

// Connects to a store within the limit. Errors name address, port and what to check (firewall, interface).
Result<c10::intrusive_ptr<c10d::Store>> joinStore(
    const std::string &address, int port, const std::string &prefix, std::chrono::seconds limit);

} // namespace motley
