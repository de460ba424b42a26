#include "engine/rendezvous/tlslistener.h"

#include "engine/rendezvous/connectretrying.h"

#include <cerrno>

namespace motley {

namespace {

using Clock = Deadline::clock;
constexpr std::chrono::seconds handshakeLimit{10}; // of a caller
constexpr std::size_t mostCallers = 64; // whose handshake is not over

} // namespace

Result<TlsListener> TlsListener::at(const std::string &address, const TlsConnection::Key &key, int wish)
{
    const auto wished = socketAddress(address, wish);
    const auto anyPort = socketAddress(address, 0);
    if (!wished || !anyPort)
        return fail(notAnAddress(address));
    Descriptor socket = listenAt(*wished);
    if (!socket)
        socket = listenAt(*anyPort);
    if (!socket)
        return fail("Could not listen on " + address + ": " + systemReason(errno)
            + ". The plan must name an address that this machine has now.");
    return TlsListener(std::move(socket), key);
}

void TlsListener::addWaits(std::vector<pollfd> &waits) const
{
    waits.push_back({m_socket.get(), POLLIN, 0});
    for (const Caller &caller : m_callers)
        waits.push_back(caller.link.waits());
}

std::vector<TlsConnection> TlsListener::newCallers()
{
    if (Descriptor socket = nextCaller(m_socket, Clock::now())) {
        if (m_callers.size() == mostCallers)
            m_callers.erase(m_callers.begin());
        m_callers.push_back({TlsConnection::toCaller(std::move(socket), m_key), Clock::now() + handshakeLimit});
    }
    std::vector<TlsConnection> proved;
    for (auto caller = m_callers.begin(); caller != m_callers.end();) {
        caller->link.advance();
        const TlsConnection::State state = caller->link.state();
        if (state == TlsConnection::State::Open)
            proved.push_back(std::move(caller->link));
        const bool isOver = state != TlsConnection::State::Handshake || Clock::now() >= caller->until;
        caller = isOver ? m_callers.erase(caller) : caller + 1;
    }
    return proved;
}

} // namespace motley
