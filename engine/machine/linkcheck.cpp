#include "engine/machine/linkcheck.h"

#include "engine/base/randomhex.h"
#include "engine/statistics/median.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;
using Message = std::array<char, 8>;
using Count = std::array<char, 16>; // of bytes, as decimal digits
constexpr int messages = 9;
constexpr auto callLimit = std::chrono::seconds(6); // for the whole connection of one caller
constexpr std::size_t mostCalls = mostLinks; // at a time
constexpr std::size_t mostBytes = std::size_t(8) << 30; // of a burst
constexpr Seconds longestBurst{0.2};
constexpr Seconds allBursts{10};
constexpr auto measuringLimit = std::chrono::seconds(20); // for all bursts, in case some do not arrive

Count countOf(std::size_t bytes)
{
    Count count{};
    const std::string digits = std::to_string(bytes);
    std::copy_n(digits.begin(), std::min(digits.size(), count.size()), count.begin());
    return count;
}

void serve(const Descriptor &connection, Deadline deadline)
{
    for (int i = 0; i < messages; ++i) {
        Message message{};
        if (!receiveAll(connection, message.data(), message.size(), deadline)
            || !sendAll(connection, message.data(), message.size(), deadline))
            return;
    }
    std::vector<char> chunk(std::size_t(1) << 16);
    std::size_t bytes = 0;
    while (bytes < mostBytes) {
        const std::size_t got = receiveSome(connection, chunk.data(), chunk.size(), deadline);
        if (got == 0)
            break;
        bytes += got;
    }
    const Count count = countOf(bytes);
    (void)sendAll(connection, count.data(), count.size(), deadline);
}

// Median round trip of some messages, in seconds; nullopt: one did not come back.
std::optional<double> measureRoundTrip(const Descriptor &connection, Deadline deadline)
{
    std::vector<double> seconds(messages);
    for (double &one : seconds) {
        const auto begun = Clock::now();
        Message message{'m', 'o', 't', 'l', 'e', 'y', '?', '\n'};
        const Message sent = message;
        if (!sendAll(connection, message.data(), message.size(), deadline)
            || !receiveAll(connection, message.data(), message.size(), deadline) || message != sent)
            return std::nullopt;
        one = Seconds(Clock::now() - begun).count();
    }
    return median(std::move(seconds));
}

// Bytes per second of a burst; 0: it did not arrive whole.
double measureSpeed(const Descriptor &connection, Seconds burst, double roundTripSeconds)
{
    // Few bytes wait in the send buffer, so that the burst ends soon on slow links too.
    const int waiting = 1 << 17;
    setsockopt(connection.get(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &waiting, sizeof waiting);
    const std::vector<char> chunk(std::size_t(1) << 16, 'x');
    const auto begun = Clock::now();
    const Deadline deadline = begun + linkAnswerLimit;
    std::size_t sent = 0;
    while (Clock::now() - begun < burst && sent < mostBytes) {
        if (!sendAll(connection, chunk.data(), chunk.size(), deadline))
            return 0;
        sent += chunk.size();
    }
    shutdown(connection.get(), SHUT_WR);
    Count count{};
    if (!receiveAll(connection, count.data(), count.size(), deadline) || count != countOf(sent))
        return 0;
    const double seconds = Seconds(Clock::now() - begun).count();
    return double(sent) / std::max(seconds - roundTripSeconds, seconds / 2);
}

// A connection to a peer that knows the token; empty: nobody answered, or somebody else.
Descriptor call(const std::string &address, const LinkPeer &peer, Deadline deadline)
{
    const auto endpoint = socketAddress(address, peer.port);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    Descriptor connection = endpoint ? connectWithin(*endpoint, left) : Descriptor();
    return connection ? shakeHands(std::move(connection), peer.token, deadline).value_or(Descriptor()) : Descriptor();
}

void checkLink(MeasuredLink &link, const LinkPeer &peer, Seconds burst)
{
    const Deadline deadline = Clock::now() + linkAnswerLimit;
    const Descriptor connection = call(link.address, peer, deadline);
    const auto roundTrip = connection ? measureRoundTrip(connection, deadline) : std::nullopt;
    if (!roundTrip)
        return;
    link.answered = true;
    link.roundTripSeconds = *roundTrip;
    if (burst.count() > 0)
        link.bytesPerSecond = measureSpeed(connection, burst, *roundTrip);
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
            serve(connection, Clock::now() + callLimit);
            lastCall = Clock::now();
            call.isOver = true;
        });
    }
    for (const auto &call : calls)
        call->thread.join();
}

LinkCheckReport checkLinks(const LinkCheckRequest &request)
{
    LinkCheckReport report;
    std::vector<const LinkPeer *> peers;
    for (const LinkPeer &peer : request.peers) {
        for (const std::string &address : peer.addresses) {
            report.links.push_back({peer.name, address});
            peers.push_back(&peer);
        }
    }
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < peers.size(); ++i)
        threads.emplace_back([&, i] { checkLink(report.links[i], *peers[i], Seconds(0)); });
    for (std::thread &thread : threads)
        thread.join();
    const auto answered = std::count_if(
        report.links.begin(), report.links.end(), [](const MeasuredLink &link) { return link.answered; });
    const Seconds burst = std::min(longestBurst, allBursts / double(std::max<std::ptrdiff_t>(answered, 1)));
    const Deadline end = Clock::now() + measuringLimit;
    for (std::size_t i = 0; i < peers.size(); ++i)
        if (report.links[i].answered && Clock::now() < end)
            checkLink(report.links[i], *peers[i], burst);
    return report;
}

} // namespace motley
