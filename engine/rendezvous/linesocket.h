// Lines both ways over a socket between an agent and one of its ranks. It waits for nothing: its owner polls.
#pragma once

#include "engine/base/descriptor.h"

#include <poll.h>

#include <string>
#include <string_view>
#include <vector>

namespace motley {

class LineSocket {
public:
    static constexpr std::size_t longestLine = 1 << 20; // bytes; whoever sends a longer one is hung up on
    static constexpr std::size_t mostUnsent = 256 << 20; // bytes; whoever reads none of so many is hung up on

    explicit LineSocket(Descriptor socket) : m_socket(std::move(socket)) { }

    bool isOpen() const { return bool(m_socket); }
    bool hasUnsent() const { return m_sent < m_unsent.size(); }
    pollfd waits() const { return {m_socket.get(), short(POLLIN | (hasUnsent() ? POLLOUT : 0)), 0}; }
    void send(std::string_view line); // without its newline; at once where the socket takes it
    std::vector<std::string> advance(); // sends and receives what it can now, and returns the lines that are whole

private:
    void sendWaiting();
    void cutIntoLines(std::string_view bytes, std::vector<std::string> &lines);

    Descriptor m_socket; // empty once it is closed
    bool m_takesNothing = false; // the other end is gone, and what it said is still to be read
    std::string m_unsent;
    std::size_t m_sent = 0; // bytes of m_unsent
    std::string m_unfinished; // line
};

struct SocketPair { // connected with each other; both close-on-exec
    Descriptor one;
    Descriptor other;
};
SocketPair makeSocketPair(); // both empty if the system has no descriptors left

} // namespace motley
