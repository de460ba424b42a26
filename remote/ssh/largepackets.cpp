#include "remote/ssh/largepackets.h"

#include "engine/base/tcp.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include <chrono>
#include <string>
#include <string_view>

namespace motley {

namespace {

constexpr std::chrono::seconds greetingLimit{5};
constexpr std::string_view greeting = "SSH-";
constexpr int fewRepeats = 2; // that any network may need

bool isRepeatedInVain(int socket)
{
    tcp_info info{};
    socklen_t length = sizeof info;
    return getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &length) == 0 && info.tcpi_unacked > 0
        && info.tcpi_retransmits > fewRepeats;
}

bool greets(const SocketAddress &server)
{
    const Deadline deadline = std::chrono::steady_clock::now() + greetingLimit;
    const Descriptor connection = connectWithin(server, greetingLimit);
    std::string said(greeting.size(), ' ');
    return connection && receiveAll(connection, said.data(), said.size(), deadline) && said == greeting;
}

} // namespace

bool losesLargePackets(int socket)
{
    SocketAddress server;
    server.length = sizeof server.bytes;
    return isRepeatedInVain(socket)
        && getpeername(socket, reinterpret_cast<sockaddr *>(&server.bytes), &server.length) == 0 && greets(server);
}

} // namespace motley
