#include "engine/machine/echoserver.h"

#include "engine/base/randomhex.h"
#include "engine/machine/linkmessages.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <memory>
#include <thread>
#include <vector>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto callLimit = std::chrono::seconds(6); // for the whole connection of one caller
constexpr std::size_t mostCalls = mostLinks; // at a time

// Of one call at a time, until the call is over.
class Turn {
public:
    explicit Turn(std::atomic<bool> &isBusy) : m_isBusy(isBusy), m_isMine(!isBusy.exchange(true)) { }
    ~Turn()
    {
        if (m_isMine)
            m_isBusy = false;
    }
    Turn(const Turn &) = delete;
    Turn &operator=(const Turn &) = delete;

    bool isMine() const { return m_isMine; }

private:
    std::atomic<bool> &m_isBusy;
    const bool m_isMine;
};

bool receive(const Descriptor &connection, LinkMessage &message, Deadline deadline)
{
    return receiveAll(connection, message.data(), message.size(), deadline);
}

bool send(const Descriptor &connection, const LinkMessage &message, Deadline deadline)
{
    return sendAll(connection, message.data(), message.size(), deadline);
}

// Bytes that came before the caller's end of the connection.
std::size_t receiveBurst(const Descriptor &connection, Deadline deadline)
{
    std::vector<char> chunk(std::size_t(1) << 16);
    std::size_t bytes = 0;
    while (bytes < longestLinkBurst) {
        const std::size_t got = receiveSome(connection, chunk.data(), chunk.size(), deadline);
        if (got == 0)
            break;
        bytes += got;
    }
    return bytes;
}

void serve(const Descriptor &connection, std::atomic<bool> &isBusy, Deadline deadline)
{
    LinkMessage message{};
    if (!receive(connection, message, deadline))
        return;
    std::optional<Turn> turn;
    if (message == turnRequest) {
        turn.emplace(isBusy);
        if (!send(connection, turn->isMine() ? turnGranted : turnRefused, deadline) || !turn->isMine()
            || !receive(connection, message, deadline))
            return;
    }
    for (int echoed = 1; send(connection, message, deadline) && echoed < echoedMessages; ++echoed)
        if (!receive(connection, message, deadline))
            return;
    const LinkByteCount count = linkByteCount(receiveBurst(connection, deadline));
    (void)sendAll(connection, count.data(), count.size(), deadline);
}

} // namespace

Result<EchoServer> EchoServer::open()
{
    std::string token = randomHex(tokenDigits / 2);
    if (token.size() != tokenDigits)
        return fail("The system gave no random numbers: " + systemReason(errno) + ".");
    Descriptor socket;
    for (const char *all : {"::", "0.0.0.0"}) // a system may have no IPv6
        if (!socket)
            socket = listenAt(*socketAddress(all, 0));
    if (!socket)
        return fail("Could not listen for other machines: " + systemReason(errno) + ".");
    return EchoServer({std::move(socket), std::move(token)});
}

void EchoServer::answer(std::chrono::milliseconds longest, std::chrono::milliseconds quiet)
{
    const Deadline end = Clock::now() + longest;
    std::atomic<Deadline> lastCall{Deadline::max()};
    std::atomic<bool> isBusy{false};
    struct Call {
        std::atomic<bool> isOver{false};
        std::thread thread;
    };
    std::vector<std::unique_ptr<Call>> calls;
    const auto endOfWaiting = [&] {
        const Deadline received = lastCall;
        return received == Deadline::max() ? end : std::min<Deadline>(end, received + quiet);
    };
    while (Clock::now() < endOfWaiting()) {
        // Waits in short intervals, because a call that is under way may change how long to wait.
        Descriptor connection
            = m_listener.next(std::min<Deadline>(endOfWaiting(), Clock::now() + std::chrono::milliseconds(500)));
        calls.erase(std::remove_if(calls.begin(), calls.end(),
                        [](const std::unique_ptr<Call> &call) {
                            if (call->isOver)
                                call->thread.join();
                            return !call->thread.joinable();
                        }),
            calls.end());
        if (!connection || calls.size() >= mostCalls)
            continue;
        auto &call = *calls.emplace_back(std::make_unique<Call>());
        call.thread = std::thread([&, connection = std::move(connection)] {
            serve(connection, isBusy, Clock::now() + callLimit);
            lastCall = Clock::now();
            call.isOver = true;
        });
    }
    for (const auto &call : calls)
        call->thread.join();
}

} // namespace motley
