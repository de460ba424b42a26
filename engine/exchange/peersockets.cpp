#include "engine/exchange/peersockets.h"

#include "engine/base/runclock.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace motley {

namespace {

using Clock = RunClock; // time in which the ranks are suspended must not count as silence
using Header = std::array<std::uint64_t, 2>; // number of the exchange, bytes that follow

// A header and its payload; `done` bytes of the two together have been sent or received.
struct Frame {
    Header header{};
    char *bytes = nullptr;
    std::size_t size = 0;
    std::size_t done = 0;

    std::size_t whole() const { return sizeof header + size; }
    bool isDone() const { return done == whole(); }

    std::array<iovec, 2> rest()
    {
        const std::size_t ofHeader = std::min(done, sizeof header);
        const std::size_t ofBytes = done - ofHeader;
        return {iovec{reinterpret_cast<char *>(&header) + ofHeader, sizeof header - ofHeader},
            iovec{bytes + ofBytes, size - ofBytes}};
    }
};

struct Transfer {
    int rank = 0;
    int link = -1;
    Frame out;
    Frame in;

    bool isDone() const { return out.isDone() && in.isDone(); }
};

[[noreturn]] void throwPeerError(int rank, const std::string &why)
{
    throw std::runtime_error("rank " + std::to_string(rank) + ": " + why);
}

// Sends or receives as much as is possible without waiting, and returns how many bytes.
template <typename Call>
std::size_t move(int rank, Frame &frame, const Call &call)
{
    if (frame.isDone())
        return 0;
    std::array<iovec, 2> rest = frame.rest();
    msghdr message{};
    message.msg_iov = rest.data();
    message.msg_iovlen = rest.size();
    const ssize_t moved = call(message);
    if (moved < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    if (moved < 0)
        throwPeerError(rank, systemReason(errno));
    frame.done += std::size_t(moved);
    return std::size_t(moved);
}

std::size_t send(Transfer &transfer)
{
    return move(transfer.rank, transfer.out,
        [&](msghdr &message) { return ::sendmsg(transfer.link, &message, MSG_DONTWAIT | MSG_NOSIGNAL); });
}

std::size_t receive(Transfer &transfer)
{
    const std::size_t before = transfer.in.done;
    const std::size_t moved = move(transfer.rank, transfer.in, [&](msghdr &message) {
        const ssize_t got = ::recvmsg(transfer.link, &message, MSG_DONTWAIT);
        if (got == 0)
            throwPeerError(transfer.rank, "Connection closed by peer");
        return got;
    });
    const bool hasHeader = before < sizeof(Header) && transfer.in.done >= sizeof(Header);
    if (hasHeader && transfer.in.header != Header{transfer.out.header[0], transfer.in.size})
        throwPeerError(transfer.rank, "it is at another exchange than this rank; the two do not run the same program");
    return moved;
}

// Waits until a link can be read, or written if bytes are left to send; one second at most.
void waitForAny(std::vector<Transfer> &transfers, Clock::time_point lastMove, std::chrono::milliseconds limit)
{
    // The links are tried again after that, in case poll has missed something.
    constexpr std::chrono::milliseconds longestWait{1000};

    std::vector<pollfd> waits;
    int first = 0; // rank
    for (const Transfer &transfer : transfers) {
        if (transfer.link < 0 || transfer.isDone())
            continue;
        if (waits.empty())
            first = transfer.rank;
        waits.push_back(
            {transfer.link, short((transfer.in.isDone() ? 0 : POLLIN) | (transfer.out.isDone() ? 0 : POLLOUT)), 0});
    }
    const int ready = poll(waits.data(), waits.size(), int(std::min(limit, longestWait).count()));
    if (ready == 0 && Clock::now() - lastMove >= limit)
        throwPeerError(first, "Timed out waiting for its numbers");
    if (ready < 0 && errno != EINTR)
        throwPeerError(first, systemReason(errno));
}

} // namespace

PeerSockets::PeerSockets(std::vector<Descriptor> links, std::chrono::milliseconds limit, std::vector<int> ranks)
    : m_links(std::move(links)), m_ranks(std::move(ranks)), m_numbers(m_links.size()), m_limit(limit)
{
    if (m_ranks.empty()) {
        m_ranks.resize(m_links.size());
        std::iota(m_ranks.begin(), m_ranks.end(), 0);
    }
}

void PeerSockets::abort()
{
    for (const Descriptor &link : m_links)
        if (link)
            ::shutdown(link.get(), SHUT_RDWR);
}

void PeerSockets::exchange(
    const std::vector<std::span<const char>> &toPeers, const std::vector<std::span<char>> &fromPeers)
{
    // A peer is often only microseconds behind, and sleeping and waking up takes longer than that.
    constexpr std::chrono::microseconds patience{50};

    std::vector<Transfer> transfers(m_links.size());
    for (std::size_t peer = 0; peer < transfers.size(); ++peer) {
        Transfer &transfer = transfers[peer];
        transfer.rank = m_ranks[peer];
        if (toPeers[peer].empty() && fromPeers[peer].empty())
            continue;
        transfer.link = m_links[peer].get();
        if (transfer.link < 0) // this rank itself
            continue;
        const std::uint64_t number = ++m_numbers[peer];
        // iovec wants writable memory, though sendmsg only reads it.
        transfer.out = {{number, toPeers[peer].size()}, const_cast<char *>(toPeers[peer].data()), toPeers[peer].size()};
        transfer.in = {{}, fromPeers[peer].data(), fromPeers[peer].size()};
    }
    auto lastMove = Clock::now();
    for (;;) {
        std::size_t moved = 0;
        bool isDone = true;
        for (Transfer &transfer : transfers) {
            if (transfer.link < 0)
                continue;
            moved += send(transfer) + receive(transfer);
            isDone = isDone && transfer.isDone();
        }
        if (isDone)
            return;
        if (moved > 0)
            lastMove = Clock::now();
        else if (Clock::now() - lastMove > patience)
            waitForAny(transfers, lastMove, m_limit);
    }
}

} // namespace motley
