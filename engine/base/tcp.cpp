#include "engine/base/tcp.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;

// Whether the socket is ready for `events` by the deadline, or has failed, which the next call on it reports.
bool isReady(const Descriptor &socket, short events, Deadline deadline)
{
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        pollfd waits{socket.get(), events, 0};
        const int ready = poll(&waits, 1, int(std::clamp<std::int64_t>(left.count(), 0, 60'000)));
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
        if (Clock::now() >= deadline) {
            errno = ETIMEDOUT;
            return false;
        }
    }
}

int portIn(const SocketAddress &address)
{
    if (address.bytes.ss_family == AF_INET6)
        return ntohs(reinterpret_cast<const sockaddr_in6 &>(address.bytes).sin6_port);
    return ntohs(reinterpret_cast<const sockaddr_in &>(address.bytes).sin_port);
}

bool wouldWait()
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

} // namespace

std::optional<SocketAddress> socketAddress(const std::string &address, int port)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    addrinfo *list = nullptr;
    if (getaddrinfo(address.c_str(), std::to_string(port).c_str(), &hints, &list))
        return std::nullopt;
    SocketAddress found;
    std::memcpy(&found.bytes, list->ai_addr, list->ai_addrlen);
    found.length = list->ai_addrlen;
    freeaddrinfo(list);
    return found;
}

std::string numericAddress(const SocketAddress &address)
{
    char text[INET6_ADDRSTRLEN] = "";
    if (address.bytes.ss_family == AF_INET)
        inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in &>(address.bytes).sin_addr, text, sizeof text);
    if (address.bytes.ss_family != AF_INET6)
        return text;
    const in6_addr &six = reinterpret_cast<const sockaddr_in6 &>(address.bytes).sin6_addr;
    if (IN6_IS_ADDR_V4MAPPED(&six))
        inet_ntop(AF_INET, &six.s6_addr[12], text, sizeof text);
    else
        inet_ntop(AF_INET6, &six, text, sizeof text);
    return text;
}

std::string peerAddressOf(int socket)
{
    SocketAddress peer;
    peer.length = sizeof peer.bytes;
    if (getpeername(socket, reinterpret_cast<sockaddr *>(&peer.bytes), &peer.length))
        return {};
    return numericAddress(peer);
}

std::string ownAddressTowards(const std::string &address)
{
    constexpr int anyPort = 1; // nothing is sent there
    const auto where = socketAddress(address, anyPort);
    if (!where)
        return {};
    const Descriptor socket(::socket(where->bytes.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    SocketAddress own;
    own.length = sizeof own.bytes;
    if (!socket || connect(socket.get(), where->get(), where->length)
        || getsockname(socket.get(), reinterpret_cast<sockaddr *>(&own.bytes), &own.length))
        return {};
    return numericAddress(own);
}

Descriptor boundTo(const SocketAddress &address)
{
    Descriptor socket(::socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (socket && address.bytes.ss_family == AF_INET6)
        setOption(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, 0);
    if (socket && portIn(address) != 0) // a port that was chosen must be usable again as soon as its listener is gone
        setOption(socket.get(), SOL_SOCKET, SO_REUSEADDR, 1);
    return socket && !bind(socket.get(), address.get(), address.length) ? std::move(socket) : Descriptor();
}

// Connections that were taken at the port must not keep the next listener from it, whether that port was chosen or
// given out: for a minute after their end the system allows it only where they were of such a listener, too.
Descriptor listenAt(const SocketAddress &address)
{
    Descriptor socket = boundTo(address);
    if (socket)
        setOption(socket.get(), SOL_SOCKET, SO_REUSEADDR, 1);
    return socket && !listen(socket.get(), SOMAXCONN) ? std::move(socket) : Descriptor();
}

int portOf(const Descriptor &socket)
{
    SocketAddress bound;
    bound.length = sizeof bound.bytes;
    char port[NI_MAXSERV] = "";
    if (getsockname(socket.get(), reinterpret_cast<sockaddr *>(&bound.bytes), &bound.length)
        || getnameinfo(bound.get(), bound.length, nullptr, 0, port, sizeof port, NI_NUMERICSERV))
        return 0;
    return std::atoi(port);
}

Descriptor connectWithin(const SocketAddress &address, std::chrono::milliseconds limit)
{
    Descriptor socket = beginConnecting(address);
    if (!socket)
        return {};
    const int problem = outcomeOfConnecting(socket, limit).value_or(ETIMEDOUT);
    if (problem == 0)
        return socket;
    socket = {};
    errno = problem;
    return {};
}

Descriptor beginConnecting(const SocketAddress &address)
{
    Descriptor socket(::socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const bool hasBegun = socket && (!connect(socket.get(), address.get(), address.length) || errno == EINPROGRESS);
    return hasBegun ? std::move(socket) : Descriptor();
}

std::optional<int> outcomeOfConnecting(const Descriptor &socket, std::chrono::milliseconds patience)
{
    if (!isReady(socket, POLLOUT, Clock::now() + patience))
        return errno == ETIMEDOUT ? std::nullopt : std::optional(errno);
    int problem = 0;
    socklen_t length = sizeof problem;
    getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &problem, &length);
    if (problem == 0)
        fcntl(socket.get(), F_SETFL, fcntl(socket.get(), F_GETFL) & ~O_NONBLOCK);
    return problem;
}

Descriptor nextCaller(const Descriptor &listener, Deadline deadline)
{
    if (!isReady(listener, POLLIN, deadline))
        return {};
    return Descriptor(accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
}

void setOption(int socket, int level, int option, int value)
{
    setsockopt(socket, level, option, &value, sizeof value);
}

void sendAtOnce(const Descriptor &link)
{
    setOption(link.get(), IPPROTO_TCP, TCP_NODELAY, 1);
}

bool sendAll(const Descriptor &link, const void *bytes, std::size_t size, Deadline deadline)
{
    const auto *rest = static_cast<const char *>(bytes);
    while (size > 0) {
        const ssize_t sent = send(link.get(), rest, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            rest += sent;
            size -= std::size_t(sent);
        } else if ((sent < 0 && !wouldWait()) || !isReady(link, POLLOUT, deadline)) {
            return false;
        }
    }
    return true;
}

std::size_t receiveSome(const Descriptor &link, void *bytes, std::size_t most, Deadline deadline)
{
    while (isReady(link, POLLIN, deadline)) {
        const ssize_t got = recv(link.get(), bytes, most, MSG_DONTWAIT);
        if (got >= 0 || !wouldWait())
            return std::size_t(std::max<ssize_t>(got, 0));
    }
    return 0;
}

bool receiveAll(const Descriptor &link, void *bytes, std::size_t size, Deadline deadline)
{
    for (std::size_t done = 0; done < size;) {
        const std::size_t got = receiveSome(link, static_cast<char *>(bytes) + done, size - done, deadline);
        if (got == 0)
            return false;
        done += got;
    }
    return true;
}

} // namespace motley
