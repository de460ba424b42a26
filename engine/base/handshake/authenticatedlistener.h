// A listening socket whose callers must know a token. A stranger is hung up on, and keeps nobody waiting.
#pragma once

#include "engine/base/handshake/handshake.h"

#include <string>
#include <vector>

namespace motley {

class AuthenticatedListener {
public:
    AuthenticatedListener(Descriptor socket, std::string token) : m_socket(std::move(socket)), m_token(std::move(token))
    {
    }

    int port() const { return portOf(m_socket); }
    const std::string &token() const { return m_token; }

    Descriptor next(Deadline deadline); // a caller that has proved itself; empty: none has by then

private:
    struct Caller {
        IncomingHandshake handshake;
        Deadline until;
    };

    Descriptor nextProved();
    void waitForCallers(Deadline deadline);

    Descriptor m_socket;
    std::string m_token;
    std::vector<Caller> m_callers; // who have not proved themselves yet, oldest first
};

} // namespace motley
