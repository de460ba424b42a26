// A TCP connection to a host name in the manner of Happy Eyeballs (RFC 8305): all its addresses, IPv6 and IPv4 in turn,
// are tried a moment after each other, and the first to answer wins.
#pragma once

#include "engine/base/descriptor.h"
#include "remote/ssh/config/sshconfig.h"

#include <chrono>
#include <stop_token>
#include <string>

namespace motley {

// The socket does not block, sends without delay and notices a dead network. Errors say what each address answered.
Result<Descriptor> connectTcp(const std::string &host, int port, SshSettings::AddressFamily family,
    std::chrono::milliseconds limit, std::stop_token stop);

} // namespace motley
