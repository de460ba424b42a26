// The side of a check of links that answers. Callers prove that they know its token
// (engine/base/handshake/handshake.h); nothing is read but what linkmessages.h has, and every call has limits of time
// and size.
#pragma once

#include "engine/base/handshake/authenticatedlistener.h"
#include "engine/protocol/links.h"

#include <chrono>

namespace motley {

class EchoServer {
public:
    static Result<EchoServer> open(); // on all addresses, at a port that the system chooses

    EchoEndpoint endpoint() const { return {m_listener.port(), m_listener.token()}; }

    // Returns after `longest`, or once a caller that knew the token has come and no other one has for `quiet`. Grants
    // one caller at a time the turn to fill the links of this machine, until its call is over.
    void answer(std::chrono::milliseconds longest, std::chrono::milliseconds quiet);

private:
    explicit EchoServer(AuthenticatedListener listener) : m_listener(std::move(listener)) { }

    AuthenticatedListener m_listener;
};

} // namespace motley
