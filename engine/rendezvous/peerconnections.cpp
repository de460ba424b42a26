#include "engine/rendezvous/peerconnections.h"

#include "engine/base/handshake/authenticatedlistener.h"
#include "engine/base/randomhex.h"

#include <netinet/in.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <utility>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t longestEndpoint = 200; // characters of address, port and token, as the store has them
constexpr std::size_t tokenBytes = 32;
constexpr std::chrono::seconds rankLimit{5}; // for a caller to say which rank it is

[[noreturn]] void throwReason(const std::string &what)
{
    throw std::runtime_error(what + ": " + systemReason(errno));
}

SocketAddress socketAddressOf(const std::string &address, int port)
{
    const auto endpoint = socketAddress(address, port);
    if (!endpoint)
        throw std::runtime_error(address + " is not an IP address");
    return *endpoint;
}

AuthenticatedListener listenOn(const std::string &address)
{
    Descriptor socket = listenAt(socketAddressOf(address, 0));
    if (!socket)
        throwReason("cannot listen at " + address);
    std::string token = randomHex(tokenBytes);
    if (token.empty())
        throwReason("no random numbers");
    return {std::move(socket), std::move(token)};
}

std::string keyOf(int rank)
{
    return "direct/" + std::to_string(rank);
}

class PeerLinker {
public:
    PeerLinker(const PeerEndpoint &endpoint, c10d::Store &store, std::chrono::milliseconds limit)
        : m_endpoint(endpoint), m_store(store), m_deadline(Clock::now() + limit),
          m_listener(listenOn(endpoint.address)), m_connections(std::size_t(endpoint.size))
    {
        store.set(keyOf(endpoint.rank),
            endpoint.address + ' ' + std::to_string(m_listener.port()) + ' ' + m_listener.token());
    }

    // Each rank answers once it has called those below it, so none waits for one that waits for it.
    std::vector<Descriptor> connect()
    {
        const auto isLower = [&](int peer) { return peer < m_endpoint.rank; };
        for (const int peer : m_endpoint.peers)
            if (isLower(peer))
                call(peer);
        const auto higher = std::count_if(m_endpoint.peers.begin(), m_endpoint.peers.end(), std::not_fn(isLower));
        for (auto missing = higher; missing > 0;)
            missing -= answer() ? 1 : 0;
        return std::move(m_connections);
    }

private:
    void call(int peer)
    {
        const std::vector<std::uint8_t> bytes = m_store.get(keyOf(peer));
        const std::string endpoint(bytes.begin(), bytes.end());
        const std::size_t port = endpoint.find(' ');
        const std::size_t token = endpoint.rfind(' ');
        if (endpoint.size() > longestEndpoint || port == token)
            throw std::runtime_error("rank " + std::to_string(peer) + " is at no address");
        const SocketAddress where = socketAddressOf(endpoint.substr(0, port), std::atoi(endpoint.c_str() + port + 1));
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(m_deadline - Clock::now());
        const std::string name = "rank " + std::to_string(peer) + " at " + endpoint.substr(0, token);
        Descriptor connection = connectWithin(where, left);
        if (!connection)
            throwReason(name);
        auto peerLink = shakeHands(std::move(connection), endpoint.substr(token + 1), m_deadline);
        if (!peerLink)
            throw std::runtime_error(name + ": " + peerLink.error().message);
        const std::uint32_t rank = htonl(std::uint32_t(m_endpoint.rank));
        if (!sendAll(*peerLink, &rank, sizeof rank, m_deadline))
            throwReason(name);
        m_connections[std::size_t(peer)] = std::move(*peerLink);
    }

    // Waits for a caller. Returns whether it is a missing peer.
    bool answer()
    {
        Descriptor caller = m_listener.next(m_deadline);
        if (!caller)
            throw std::runtime_error("Timed out waiting for the other ranks' calls");
        std::uint32_t said = 0;
        if (!receiveAll(caller, &said, sizeof said, std::min(m_deadline, Clock::now() + rankLimit)))
            return false;
        const std::uint32_t rank = ntohl(said);
        const auto &peers = m_endpoint.peers;
        if (rank <= std::uint32_t(m_endpoint.rank) || rank >= m_connections.size()
            || std::find(peers.begin(), peers.end(), int(rank)) == peers.end() || m_connections[rank])
            return false;
        m_connections[rank] = std::move(caller);
        return true;
    }

    const PeerEndpoint &m_endpoint;
    c10d::Store &m_store;
    const Clock::time_point m_deadline;
    AuthenticatedListener m_listener;
    std::vector<Descriptor> m_connections;
};

} // namespace

std::vector<Descriptor> connectPeers(const PeerEndpoint &endpoint, c10d::Store &store, std::chrono::milliseconds limit)
{
    return PeerLinker(endpoint, store, limit).connect();
}

} // namespace motley
