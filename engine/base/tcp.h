// TCP connections between numeric addresses: a name could mean another interface tomorrow. Where a function fails,
// errno says why.
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

std::string numericAddress(const SocketAddress &address); // without the port; empty: no IP address
std::string peerAddressOf(int socket); // numeric; empty: not connected
std::string ownAddressTowards(const std::string &address); // from which packets leave to there; empty: no way is known

Descriptor boundTo(const SocketAddress &address); // "::" is all addresses of both kinds; empty: failed
Descriptor listenAt(const SocketAddress &address); // bound and listening; empty: failed
int portOf(const Descriptor &socket); // 0: failed
Descriptor connectWithin(const SocketAddress &address, std::chrono::milliseconds limit); // empty: failed
// The same in pieces, for who must not wait so long.
Descriptor beginConnecting(const SocketAddress &address); // empty: failed
// 0: connected; else why not, as of errno; nullopt: that is not known after so long.
std::optional<int> outcomeOfConnecting(const Descriptor &socket, std::chrono::milliseconds patience);
// Waits for the next caller; empty: nobody connected in time, or the caller has gone again.
Descriptor nextCaller(const Descriptor &listener, Deadline deadline);

void setOption(int socket, int level, int option, int value); // setsockopt(), whose failure nobody hears of
void sendAtOnce(const Descriptor &link); // small messages leave without delay (TCP_NODELAY)
// False if it fails or the deadline passes first.
bool sendAll(const Descriptor &link, const void *bytes, std::size_t size, Deadline deadline);
std::size_t receiveSome(
    // 0: the end, the deadline has passed, or failed
    const Descriptor &link, void *bytes, std::size_t most, Deadline deadline);
// False if it fails, or if the connection ends or the deadline passes first.
bool receiveAll(const Descriptor &link, void *bytes, std::size_t size, Deadline deadline);

} // namespace motley
