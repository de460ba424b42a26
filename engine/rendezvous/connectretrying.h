// Connecting to a program on another machine that may not listen yet.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/result.h"

#include <chrono>
#include <string>

namespace motley {

// Tries again until the limit. Errors name `what`, address, port and what to check (firewall, interface).
Result<Descriptor> connectRetrying(
    const std::string &what, const std::string &address, int port, std::chrono::seconds limit);

std::string notAnAddress(const std::string &text); // why a plan cannot have it for an address

} // namespace motley
