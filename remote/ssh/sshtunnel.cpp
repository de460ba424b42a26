#include "remote/ssh/sshtunnel.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <libssh/libssh.h>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>

namespace motley {

namespace {

constexpr std::size_t chunkBytes = 32 << 10;

// Carries bytes in both directions until either side ends. Each direction holds at most one chunk, so a slow receiver
// slows its sender down.
class Relay {
public:
    Relay(SshTransport &jump, ssh_channel channel, const Descriptor &socket)
        : m_jump(jump), m_channel(channel), m_socket(socket)
    {
    }

    void run(std::stop_token stop)
    {
        const Wakeup wakeup(stop);
        m_jump.beginListening();
        while (!stop.stop_requested() && !m_ended && m_jump.isPeerThere()) {
            const bool inward = readChannel();
            const bool outward = sendOut();
            if (!inward && !outward)
                wait(wakeup);
        }
    }

private:
    bool readChannel() // channel to socket
    {
        if (m_inward.empty()) {
            const int count = ssh_channel_read_nonblocking(m_channel, m_inwardBuffer.data(), m_inwardBuffer.size(), 0);
            if (count > 0)
                m_inward = {m_inwardBuffer.data(), static_cast<std::size_t>(count)};
            else if (count < 0 || ssh_channel_is_eof(m_channel) || ssh_channel_is_closed(m_channel))
                m_ended = true;
        }
        if (m_inward.empty())
            return false;
        const auto sent = ::send(m_socket.get(), m_inward.data(), m_inward.size(), MSG_NOSIGNAL);
        if (sent > 0)
            m_inward.remove_prefix(static_cast<std::size_t>(sent));
        else if (errno != EAGAIN)
            m_ended = true;
        return sent > 0;
    }

    bool sendOut() // socket to channel
    {
        if (m_outward.empty()) {
            const auto count = ::recv(m_socket.get(), m_outwardBuffer.data(), m_outwardBuffer.size(), 0);
            if (count > 0)
                m_outward = {m_outwardBuffer.data(), static_cast<std::size_t>(count)};
            else if (count == 0 || errno != EAGAIN)
                m_ended = true;
        }
        const auto bytes = std::min<std::size_t>(m_outward.size(), ssh_channel_window_size(m_channel));
        if (bytes == 0 || (ssh_get_poll_flags(m_jump.session()) & SSH_WRITE_PENDING))
            return false;
        const int written = ssh_channel_write(m_channel, m_outward.data(), static_cast<std::uint32_t>(bytes));
        if (written <= 0)
            return false;
        m_outward.remove_prefix(static_cast<std::size_t>(written));
        return true;
    }

    void wait(const Wakeup &wakeup)
    {
        const bool holdsBack = (ssh_get_poll_flags(m_jump.session()) & SSH_WRITE_PENDING) != 0;
        const short jumpEvents = POLLIN | (holdsBack ? POLLOUT : 0);
        const short socketEvents = (m_outward.empty() ? POLLIN : 0) | (m_inward.empty() ? 0 : POLLOUT);
        std::array<pollfd, 3> ready{{{ssh_get_fd(m_jump.session()), jumpEvents, 0}, {m_socket.get(), socketEvents, 0},
            {wakeup.descriptor(), POLLIN, 0}}};
        ::poll(ready.data(), ready.size(), 500);
    }

    SshTransport &m_jump;
    ssh_channel m_channel;
    const Descriptor &m_socket;
    std::array<char, chunkBytes> m_inwardBuffer{};
    std::array<char, chunkBytes> m_outwardBuffer{};
    std::string_view m_inward;
    std::string_view m_outward;
    bool m_ended = false;
};

} // namespace

Result<std::unique_ptr<SshTunnel>> SshTunnel::open(std::unique_ptr<SshTransport> jump, const std::string &host,
    int port, std::chrono::milliseconds limit, std::stop_token stop)
{
    SshChannelHandle channel(ssh_channel_new(jump->session()));
    const auto opened
        = jump->settle([&] { return ssh_channel_open_forward(channel.get(), host.c_str(), port, "localhost", 0); },
            SSH_AGAIN, limit, stop);
    if (!opened)
        return tl::unexpected(opened.error());
    if (*opened != SSH_OK)
        return fail(jump->lastError());
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0)
        return fail("no socket pair could be opened");
    return std::unique_ptr<SshTunnel>(
        new SshTunnel(std::move(jump), std::move(channel), Descriptor(ends[0]), Descriptor(ends[1])));
}

SshTunnel::SshTunnel(
    std::unique_ptr<SshTransport> jump, SshChannelHandle channel, Descriptor nearEnd, Descriptor farEnd)
    : m_nearEnd(std::move(nearEnd)), m_relay([jump = std::move(jump), channel = std::move(channel),
                                                 socket = std::move(farEnd)](std::stop_token stop) mutable {
          // From here on this thread alone touches the connection, to its end.
          const auto ownJump = std::move(jump);
          const auto ownChannel = std::move(channel);
          const auto ownSocket = std::move(socket);
          Relay(*ownJump, ownChannel.get(), ownSocket).run(stop);
      })
{
}

} // namespace motley
