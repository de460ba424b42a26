// A listening socket whose callers must know a key (tlsconnection.h). A stranger is hung up on, and keeps nobody
// waiting.
#pragma once

#include "engine/base/tcp.h"
#include "engine/rendezvous/tlsconnection.h"

#include <vector>

namespace motley {

class TlsListener {
public:
    TlsListener(Descriptor socket, const TlsConnection::Key &key) : m_socket(std::move(socket)), m_key(key) { }
    // At an address of this machine, which errors name: at the port `wish` if it is free, else at one that is.
    static Result<TlsListener> at(const std::string &address, const TlsConnection::Key &key, int wish = 0);

    int port() const { return portOf(m_socket); }
    void addWaits(std::vector<pollfd> &waits) const;
    std::vector<TlsConnection> newCallers(); // who have proved themselves since the last call

private:
    struct Caller {
        TlsConnection link;
        Deadline until;
    };

    Descriptor m_socket;
    TlsConnection::Key m_key;
    std::vector<Caller> m_callers; // whose handshake is not over, oldest first
};

} // namespace motley
