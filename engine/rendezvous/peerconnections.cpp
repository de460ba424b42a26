#include "engine/rendezvous/peerconnections.h"

#include "engine/base/randomhex.h"
#include "engine/base/tcp.h"

#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
using Token = std::array<char, 32>; // of random hexadecimal digits
constexpr std::size_t longestEndpoint = 200; // characters of address, port and token, as the store has them
constexpr std::chrono::seconds handshakeLimit{5}; // of a caller

struct Handshake {
    std::uint32_t rank = 0; // of the caller, in network order
    Token token{}; // token of the rank that is called
};

[[noreturn]] void throwReason(const std::string &what)
{
    throw std::runtime_error(what + ": " + systemReason(errno));
}

SocketAddress socketAddressOf(const std::string &address, int port)
{
    const auto endpoint = socketAddress(address, port);
    if (!endpoint)
        throw std::runtime_error(address + " is no IP address");
    return *endpoint;
}

Token randomToken()
{
    const std::string digits = randomHex(std::tuple_size_v<Token> / 2);
    Token token{};
    if (digits.size() != token.size())
        throwReason("no random numbers");
    std::copy(digits.begin(), digits.end(), token.begin());
    return token;
}

Descriptor listenOn(const std::string &address)
{
    Descriptor socket = listenAt(socketAddressOf(address, 0));
    if (!socket)
        throwReason("cannot listen at " + address);
    return socket;
}

std::string keyOf(int rank)
{
    return "direct/" + std::to_string(rank);
}

Deadline handshakeDeadline()
{
    return Clock::now() + handshakeLimit;
}

class PeerLinker {
public:
    PeerLinker(const PeerEndpoint &endpoint, c10d::Store &store, std::chrono::milliseconds limit)
        : m_endpoint(endpoint), m_store(store), m_deadline(Clock::now() + limit),
          m_listener(listenOn(endpoint.address)), m_token(randomToken()), m_connections(std::size_t(endpoint.size))
    {
        store.set(keyOf(endpoint.rank),
            endpoint.address + ' ' + std::to_string(portOf(m_listener)) + ' '
                + std::string(m_token.begin(), m_token.end()));
    }

    // Callers wait in the listeners' queues, so the ranks may call in any order.
    std::vector<Descriptor> connect()
    {
        for (int peer = 0; peer < m_endpoint.rank; ++peer)
            call(peer);
        for (int missing = m_endpoint.size - m_endpoint.rank - 1; missing > 0;)
            missing -= answer();
        for (int peer = 0; peer < m_endpoint.rank; ++peer)
            receiveToken(peer);
        return std::move(m_connections);
    }

private:
    void call(int peer)
    {
        const std::vector<std::uint8_t> bytes = m_store.get(keyOf(peer));
        const std::string endpoint(bytes.begin(), bytes.end());
        const std::size_t port = endpoint.find(' ');
        const std::size_t token = endpoint.rfind(' ');
        if (endpoint.size() > longestEndpoint || port == token || endpoint.size() - token - 1 != Token().size())
            throw std::runtime_error("rank " + std::to_string(peer) + " is at no address");
        const SocketAddress where = socketAddressOf(endpoint.substr(0, port), std::atoi(endpoint.c_str() + port + 1));
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(m_deadline - Clock::now());
        Descriptor connection = connectWithin(where, left);
        Handshake handshake{htonl(std::uint32_t(m_endpoint.rank)), {}};
        std::copy_n(endpoint.begin() + std::ptrdiff_t(token) + 1, Token().size(), handshake.token.begin());
        if (!connection || !sendAll(connection, &handshake, sizeof handshake, handshakeDeadline()))
            throwReason("rank " + std::to_string(peer) + " at " + endpoint.substr(0, token));
        sendAtOnce(connection);
        m_connections[std::size_t(peer)] = std::move(connection);
    }

    // Accepts the next caller. Returns 1 if it was one of the missing ranks, else 0.
    int answer()
    {
        Descriptor connection = nextCaller(m_listener, m_deadline);
        if (!connection && Clock::now() >= m_deadline)
            throw std::runtime_error("Timed out waiting for the other ranks' calls");
        if (!connection)
            return 0;
        sendAtOnce(connection);
        Handshake handshake;
        if (!receiveAll(connection, &handshake, sizeof handshake, handshakeDeadline()) || handshake.token != m_token)
            return 0;
        const std::uint32_t rank = ntohl(handshake.rank);
        if (rank <= std::uint32_t(m_endpoint.rank) || rank >= m_connections.size() || m_connections[rank]
            || !sendAll(connection, tokenOf(int(rank)).data(), Token().size(), handshakeDeadline()))
            return 0;
        m_connections[rank] = std::move(connection);
        return 1;
    }

    void receiveToken(int peer)
    {
        Token token{};
        if (!receiveAll(m_connections[std::size_t(peer)], token.data(), token.size(), handshakeDeadline()))
            throwReason("rank " + std::to_string(peer) + " did not answer");
        if (token != m_token)
            throw std::runtime_error("rank " + std::to_string(peer) + " is at the address of somebody else");
    }

    Token tokenOf(int peer)
    {
        const std::vector<std::uint8_t> endpoint = m_store.get(keyOf(peer));
        Token token{};
        if (endpoint.size() >= token.size())
            std::copy(endpoint.end() - std::ptrdiff_t(token.size()), endpoint.end(), token.begin());
        return token;
    }

    const PeerEndpoint &m_endpoint;
    c10d::Store &m_store;
    const Clock::time_point m_deadline;
    const Descriptor m_listener;
    const Token m_token;
    std::vector<Descriptor> m_connections;
};

} // namespace

std::vector<Descriptor> connectPeers(const PeerEndpoint &endpoint, c10d::Store &store, std::chrono::milliseconds limit)
{
    return PeerLinker(endpoint, store, limit).connect();
}

} // namespace motley
