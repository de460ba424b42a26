// Finds out how machines reach each other. Both sides prove that they know a token (engine/base/handshake/handshake.h);
// then come small messages, which are echoed, and a burst, whose bytes are counted. Nothing else is read, and every
// call has limits of time and size.
#pragma once

#include "engine/base/handshake/authenticatedlistener.h"
#include "engine/protocol/links.h"

#include <chrono>

namespace motley {

constexpr std::chrono::seconds linkAnswerLimit{2}; // of one message there and back

class EchoServer {
public:
    static Result<EchoServer> open(); // on all addresses, at a port that the system chooses

    EchoEndpoint endpoint() const { return {m_listener.port(), m_listener.token()}; }

    // Returns after `longest`, or once a caller that knew the token has come and no other one has for `quiet`.
    void answer(std::chrono::milliseconds longest, std::chrono::milliseconds quiet);

private:
    explicit EchoServer(AuthenticatedListener listener) : m_listener(std::move(listener)) { }

    AuthenticatedListener m_listener;
};

// Tries all links at once, for linkAnswerLimit. Then measures those that answered one after the other, so that they do
// not slow each other down.
LinkCheckReport checkLinks(const LinkCheckRequest &request);

} // namespace motley
