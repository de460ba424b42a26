#include "engine/exchange/peersockets.h"

#include "engine/base/runclock.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>
#include <string>
#include <utility>

namespace motley {

namespace {

using Clock = RunClock; // ranks may be suspended together, for as long as somebody likes
using Header = std::array<std::uint64_t, 2>; // number of the exchange, bytes that follow

// A header and its bytes, of which `done` have travelled.
struct Parcel {
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

struct Talk {
    int link = -1;
    Parcel out;
    Parcel in;

    bool isDone() const { return out.isDone() && in.isDone(); }
};

[[noreturn]] void giveUp(std::size_t rank, const std::string &why)
{
    throw std::runtime_error("rank " + std::to_string(rank) + ": " + why);
}

// Sends or receives what goes without waiting: how many bytes.
template <typename Call>
std::size_t move(std::size_t rank, Parcel &parcel, const Call &call)
{
    if (parcel.isDone())
        return 0;
    std::array<iovec, 2> rest = parcel.rest();
    msghdr message{};
    message.msg_iov = rest.data();
    message.msg_iovlen = rest.size();
    const ssize_t moved = call(message);
    if (moved < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    if (moved < 0)
        giveUp(rank, systemReason(errno));
    parcel.done += std::size_t(moved);
    return std::size_t(moved);
}

std::size_t send(std::size_t rank, Talk &talk)
{
    return move(
        rank, talk.out, [&](msghdr &message) { return ::sendmsg(talk.link, &message, MSG_DONTWAIT | MSG_NOSIGNAL); });
}

std::size_t receive(std::size_t rank, Talk &talk)
{
    const std::size_t before = talk.in.done;
    const std::size_t moved = move(rank, talk.in, [&](msghdr &message) {
        const ssize_t got = ::recvmsg(talk.link, &message, MSG_DONTWAIT);
        if (got == 0)
            giveUp(rank, "Connection closed by peer");
        return got;
    });
    const bool hasHeader = before < sizeof(Header) && talk.in.done >= sizeof(Header);
    if (hasHeader && talk.in.header != Header{talk.out.header[0], talk.in.size})
        giveUp(rank, "it is at another exchange than this rank; the two do not run the same program");
    return moved;
}

// Until a link can be read, or written where there is something left to write; a second at most.
void waitForAny(std::vector<Talk> &talks, Clock::time_point lastMove, std::chrono::milliseconds limit)
{
    constexpr std::chrono::milliseconds longestWait{1000}; // what poll does not know of is seen after that

    std::vector<pollfd> waits;
    std::size_t first = 0;
    for (std::size_t rank = 0; rank < talks.size(); ++rank) {
        const Talk &talk = talks[rank];
        if (talk.link < 0 || talk.isDone())
            continue;
        if (waits.empty())
            first = rank;
        waits.push_back({talk.link, short((talk.in.isDone() ? 0 : POLLIN) | (talk.out.isDone() ? 0 : POLLOUT)), 0});
    }
    const int ready = poll(waits.data(), waits.size(), int(std::min(limit, longestWait).count()));
    if (ready == 0 && Clock::now() - lastMove >= limit)
        giveUp(first, "Timed out waiting for its numbers");
    if (ready < 0 && errno != EINTR)
        giveUp(first, systemReason(errno));
}

} // namespace

PeerTraffic::PeerTraffic(std::vector<Descriptor> links, std::chrono::milliseconds limit)
    : m_links(std::move(links)), m_limit(limit)
{
}

void PeerTraffic::exchange(
    const std::vector<std::span<const char>> &toPeers, const std::vector<std::span<char>> &fromPeers)
{
    // A peer is often only microseconds behind, and to sleep and wake up takes longer than that.
    constexpr std::chrono::microseconds patience{50};

    ++m_number;
    std::vector<Talk> talks(m_links.size());
    for (std::size_t rank = 0; rank < talks.size(); ++rank) {
        Talk &talk = talks[rank];
        talk.link = m_links[rank].get();
        if (talk.link < 0) // this rank itself
            continue;
        // sendmsg takes what it only reads as what it may write
        talk.out = {{m_number, toPeers[rank].size()}, const_cast<char *>(toPeers[rank].data()), toPeers[rank].size()};
        talk.in = {{}, fromPeers[rank].data(), fromPeers[rank].size()};
    }
    auto lastMove = Clock::now();
    for (;;) {
        std::size_t moved = 0;
        bool isDone = true;
        for (std::size_t rank = 0; rank < talks.size(); ++rank) {
            Talk &talk = talks[rank];
            if (talk.link < 0)
                continue;
            moved += send(rank, talk) + receive(rank, talk);
            isDone = isDone && talk.isDone();
        }
        if (isDone)
            return;
        if (moved > 0)
            lastMove = Clock::now();
        else if (Clock::now() - lastMove > patience)
            waitForAny(talks, lastMove, m_limit);
    }
}

} // namespace motley
