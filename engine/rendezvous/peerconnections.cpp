#include "engine/rendezvous/peerconnections.h"

#include "engine/base/randomhex.h"
#include "engine/base/tcp.h"

#include <netinet/in.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <utility>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
using Token = std::array<char, 32>; // of random hexadecimal digits
constexpr std::size_t longestEndpoint = 200; // characters of address, port and token, as the store has them
constexpr std::chrono::seconds handshakeLimit{5}; // of a caller
constexpr std::chrono::seconds answerLimit{60}; // of a peer that was called, and that may itself wait for later ones
constexpr std::size_t mostCallers = 64; // who have not proved yet that they are peers

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
        throw std::runtime_error(address + " is not an IP address");
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

// Somebody who connected, with as much as was received so far.
struct Caller {
    Descriptor connection;
    Deadline until;
    Handshake handshake{};
    std::size_t received = 0;

    bool isComplete() const { return received == sizeof handshake; }
    // Takes what has arrived. False: the caller has gone.
    bool receive()
    {
        const ssize_t got = recv(connection.get(), reinterpret_cast<char *>(&handshake) + received,
            sizeof handshake - received, MSG_DONTWAIT);
        received += std::size_t(std::max<ssize_t>(got, 0));
        return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
    }
};

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
        const auto isLower = [&](int peer) { return peer < m_endpoint.rank; };
        for (const int peer : m_endpoint.peers)
            if (isLower(peer))
                call(peer);
        const auto higher = std::count_if(m_endpoint.peers.begin(), m_endpoint.peers.end(), std::not_fn(isLower));
        for (auto missing = higher; missing > 0;)
            missing -= answer();
        for (const int peer : m_endpoint.peers)
            if (isLower(peer))
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

    // Waits until callers arrive or say something. Returns how many of them were missing peers.
    int answer()
    {
        waitForCallers();
        if (Descriptor connection = nextCaller(m_listener, Clock::now())) {
            if (m_callers.size() == mostCallers)
                m_callers.erase(m_callers.begin());
            sendAtOnce(connection);
            m_callers.push_back({std::move(connection), handshakeDeadline()});
        }
        int peers = 0;
        for (auto caller = m_callers.begin(); caller != m_callers.end();) {
            const bool isThere = caller->receive() && Clock::now() < caller->until;
            if (caller->isComplete())
                peers += admit(*caller) ? 1 : 0;
            caller = isThere && !caller->isComplete() ? caller + 1 : m_callers.erase(caller);
        }
        return peers;
    }

    void waitForCallers() const
    {
        std::vector<pollfd> waits{{m_listener.get(), POLLIN, 0}};
        Deadline until = m_deadline;
        for (const Caller &caller : m_callers) {
            waits.push_back({caller.connection.get(), POLLIN, 0});
            until = std::min(until, caller.until);
        }
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
        poll(waits.data(), waits.size(), int(std::max<std::int64_t>(left.count(), 0)));
        if (Clock::now() >= m_deadline)
            throw std::runtime_error("Timed out waiting for the other ranks' calls");
    }

    // Keeps the connection of a missing peer that proves itself.
    bool admit(Caller &caller)
    {
        const std::uint32_t rank = ntohl(caller.handshake.rank);
        const auto &peers = m_endpoint.peers;
        if (caller.handshake.token != m_token || rank <= std::uint32_t(m_endpoint.rank) || rank >= m_connections.size()
            || std::find(peers.begin(), peers.end(), int(rank)) == peers.end() || m_connections[rank]
            || !sendAll(caller.connection, tokenOf(int(rank)).data(), Token().size(), handshakeDeadline()))
            return false;
        m_connections[rank] = std::move(caller.connection);
        return true;
    }

    void receiveToken(int peer)
    {
        Token token{};
        const Deadline until = std::min(m_deadline, Clock::now() + answerLimit);
        if (!receiveAll(m_connections[std::size_t(peer)], token.data(), token.size(), until))
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
    std::vector<Caller> m_callers; // oldest first
};

} // namespace

std::vector<Descriptor> connectPeers(const PeerEndpoint &endpoint, c10d::Store &store, std::chrono::milliseconds limit)
{
    return PeerLinker(endpoint, store, limit).connect();
}

} // namespace motley
