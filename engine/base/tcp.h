// TCP connections between numeric addresses: a name could mean another interface tomorrow. Where one fails, errno says
// why.
#pragma once

#include "engine/base/descriptor.h"

#include <sys/socket.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace motley {

using Deadline = std::chrono::steady_clock::time_point;

struct SocketAddress {
    sockaddr_storage bytes{};
    socklen_t length = 0;

    const sockaddr *get() const { return reinterpret_cast<const sockaddr *>(&bytes); }
};
std::optional<SocketAddress> socketAddress(const std::string &address, int port); // nullopt: no IP address

Descriptor boundTo(const SocketAddress &place); // "::" is all addresses of both kinds; empty: failed
Descriptor listenAt(const SocketAddress &place); // likewise
int portOf(const Descriptor &socket); // 0: failed
Descriptor connectWithin(const SocketAddress &place, std::chrono::milliseconds limit); // empty: failed
Descriptor nextCaller(const Descriptor &listener, Deadline deadline); // empty: nobody came, or it has gone again

void sendAtOnce(const Descriptor &link); // small messages too
bool sendAll(const Descriptor &link, const void *bytes, std::size_t size, Deadline deadline);
std::size_t receiveSome(
    const Descriptor &link, void *bytes, std::size_t most, Deadline deadline); // 0: the end, or failed
bool receiveAll(const Descriptor &link, void *bytes, std::size_t size, Deadline deadline);

} // namespace motley
