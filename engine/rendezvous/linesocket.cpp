#include "engine/rendezvous/linesocket.h"

#include <sys/socket.h>

#include <cerrno>
#include <utility>

namespace motley {

namespace {

constexpr std::size_t mostReceivedAtOnce = 4 << 20; // bytes received, so that no other socket waits long

bool mayGoOn(int error)
{
    return error == EAGAIN || error == EINTR;
}

} // namespace

SocketPair makeSocketPair()
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return {};
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

void LineSocket::send(std::string_view line)
{
    if (!isOpen() || m_takesNothing)
        return;
    m_unsent.append(line).push_back('\n');
    sendWaiting();
    if (m_unsent.size() - m_sent > mostUnsent)
        m_socket.close();
}

std::vector<std::string> LineSocket::advance()
{
    std::vector<std::string> lines;
    char chunk[65536];
    sendWaiting();
    for (std::size_t total = 0; isOpen() && total < mostReceivedAtOnce;) {
        const ssize_t got = recv(m_socket.get(), chunk, sizeof chunk, MSG_DONTWAIT);
        if (got < 0 && mayGoOn(errno))
            break;
        if (got <= 0)
            m_socket.close();
        else
            cutIntoLines({chunk, std::size_t(got)}, lines);
        total += got > 0 ? std::size_t(got) : 0;
    }
    return lines;
}

void LineSocket::sendWaiting()
{
    while (isOpen() && hasUnsent()) {
        const ssize_t sent
            = ::send(m_socket.get(), m_unsent.data() + m_sent, m_unsent.size() - m_sent, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && mayGoOn(errno))
            return;
        if (sent < 0) {
            m_takesNothing = true;
            break;
        }
        m_sent += std::size_t(sent);
    }
    m_unsent.clear();
    m_sent = 0;
}

void LineSocket::cutIntoLines(std::string_view bytes, std::vector<std::string> &lines)
{
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        m_unfinished.append(bytes.substr(0, end));
        if (m_unfinished.size() > longestLine)
            return m_socket.close();
        if (end == std::string_view::npos)
            return;
        lines.push_back(std::exchange(m_unfinished, {}));
        bytes.remove_prefix(end + 1);
    }
}

} // namespace motley
