#include "engine/machine/linkcheck.h"

#include "engine/base/randomhex.h"
#include "engine/plan/statistics/median.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;
using Message = std::array<char, 8>;
using Count = std::array<char, 16>; // of bytes, as decimal digits
constexpr std::size_t half = wordDigits / 2;
constexpr int messages = 9;
constexpr auto answerLimit = std::chrono::seconds(2);
constexpr auto callLimit = std::chrono::seconds(6); // of all that one caller may take
constexpr std::size_t mostCalls = mostWays; // at a time
constexpr std::size_t mostBytes = std::size_t(8) << 30; // of a burst
constexpr Seconds longestBurst{0.2};
constexpr Seconds allBursts{10};
constexpr auto measuringLimit = std::chrono::seconds(20); // where bursts do not arrive

// Takes as long for a wrong word as for the right one.
bool isSame(std::string_view a, std::string_view b)
{
    unsigned difference = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        difference |= unsigned(a[i] ^ b[i]);
    return difference == 0;
}

Count countOf(std::size_t bytes)
{
    Count count{};
    const std::string digits = std::to_string(bytes);
    std::copy_n(digits.begin(), std::min(digits.size(), count.size()), count.begin());
    return count;
}

// One caller. Returns whether it knew the word.
bool serve(const Descriptor &link, const std::string &word, Deadline deadline)
{
    std::array<char, half> said{};
    if (!receiveAll(link, said.data(), half, std::min<Deadline>(deadline, Clock::now() + answerLimit))
        || !isSame({said.data(), half}, std::string_view(word).substr(0, half)))
        return false;
    sendAtOnce(link);
    if (!sendAll(link, word.data() + half, half, deadline))
        return true;
    for (int i = 0; i < messages; ++i) {
        Message message{};
        if (!receiveAll(link, message.data(), message.size(), deadline)
            || !sendAll(link, message.data(), message.size(), deadline))
            return true;
    }
    std::vector<char> chunk(std::size_t(1) << 16);
    std::size_t bytes = 0;
    while (bytes < mostBytes) {
        const std::size_t got = receiveSome(link, chunk.data(), chunk.size(), deadline);
        if (got == 0)
            break;
        bytes += got;
    }
    const Count count = countOf(bytes);
    (void)sendAll(link, count.data(), count.size(), deadline);
    return true;
}

// The median.
std::optional<double> measureRoundTrip(const Descriptor &link, Deadline deadline)
{
    std::vector<double> seconds(messages);
    for (double &one : seconds) {
        const auto begun = Clock::now();
        Message message{'m', 'o', 't', 'l', 'e', 'y', '?', '\n'};
        const Message sent = message;
        if (!sendAll(link, message.data(), message.size(), deadline)
            || !receiveAll(link, message.data(), message.size(), deadline) || message != sent)
            return std::nullopt;
        one = Seconds(Clock::now() - begun).count();
    }
    return median(std::move(seconds));
}

// 0: the burst did not arrive whole.
double measureSpeed(const Descriptor &link, Seconds burst, double roundTripSeconds)
{
    // What waits to be sent is little, so that the end of the burst is soon there on slow ways too.
    const int waiting = 1 << 17;
    setsockopt(link.get(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &waiting, sizeof waiting);
    const std::vector<char> chunk(std::size_t(1) << 16, 'x');
    const auto begun = Clock::now();
    const Deadline deadline = begun + answerLimit;
    std::size_t sent = 0;
    while (Clock::now() - begun < burst && sent < mostBytes) {
        if (!sendAll(link, chunk.data(), chunk.size(), deadline))
            return 0;
        sent += chunk.size();
    }
    shutdown(link.get(), SHUT_WR);
    Count count{};
    if (!receiveAll(link, count.data(), count.size(), deadline) || count != countOf(sent))
        return 0;
    const double seconds = Seconds(Clock::now() - begun).count();
    return double(sent) / std::max(seconds - roundTripSeconds, seconds / 2);
}

// Somebody who knows the word; empty: nobody, or somebody else.
Descriptor call(const std::string &address, const ReachPeer &peer, Deadline deadline)
{
    const auto place = socketAddress(address, peer.port);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    Descriptor link = place ? connectWithin(*place, left) : Descriptor();
    std::array<char, half> heard{};
    if (!link || !sendAll(link, peer.word.data(), half, deadline) || !receiveAll(link, heard.data(), half, deadline)
        || !isSame({heard.data(), half}, std::string_view(peer.word).substr(half)))
        return {};
    sendAtOnce(link);
    return link;
}

void tryWay(Way &way, const ReachPeer &peer, Seconds burst)
{
    const Deadline deadline = Clock::now() + answerLimit;
    const Descriptor link = call(way.address, peer, deadline);
    const auto roundTrip = link ? measureRoundTrip(link, deadline) : std::nullopt;
    if (!roundTrip)
        return;
    way.answered = true;
    way.roundTripSeconds = *roundTrip;
    if (burst.count() > 0)
        way.bytesPerSecond = measureSpeed(link, burst, *roundTrip);
}

} // namespace

Result<WayListener> WayListener::open()
{
    std::string word = randomHex(half);
    if (word.size() != wordDigits)
        return fail("The system gave no random numbers: " + systemReason(errno) + ".");
    Descriptor socket;
    for (const char *all : {"::", "0.0.0.0"}) // a system may have no IPv6
        if (!socket)
            socket = listenAt(*socketAddress(all, 0));
    if (!socket)
        return fail("Could not listen for other machines: " + systemReason(errno) + ".");
    return WayListener(std::move(socket), std::move(word));
}

void WayListener::answer(std::chrono::milliseconds longest, std::chrono::milliseconds quiet)
{
    const Deadline end = Clock::now() + longest;
    std::atomic<Deadline> lastHeard{Deadline::max()};
    struct Call {
        std::atomic<bool> isOver{false};
        std::thread thread;
    };
    std::vector<std::unique_ptr<Call>> calls;
    const auto endOfWaiting = [&] {
        const Deadline heard = lastHeard;
        return heard == Deadline::max() ? end : std::min<Deadline>(end, heard + quiet);
    };
    while (Clock::now() < endOfWaiting()) {
        // In short pieces, because a call that goes on may change how long to wait.
        Descriptor link
            = nextCaller(m_socket, std::min<Deadline>(endOfWaiting(), Clock::now() + std::chrono::milliseconds(500)));
        calls.erase(std::remove_if(calls.begin(), calls.end(),
                        [](const std::unique_ptr<Call> &call) {
                            if (call->isOver)
                                call->thread.join();
                            return !call->thread.joinable();
                        }),
            calls.end());
        if (!link || calls.size() >= mostCalls)
            continue;
        auto &call = *calls.emplace_back(std::make_unique<Call>());
        call.thread = std::thread([&, link = std::move(link)] {
            if (serve(link, m_word, Clock::now() + callLimit))
                lastHeard = Clock::now();
            call.isOver = true;
        });
    }
    for (const auto &call : calls)
        call->thread.join();
}

ReachReport tryWays(const ReachRequest &request)
{
    ReachReport report;
    std::vector<const ReachPeer *> peers;
    for (const ReachPeer &peer : request.peers) {
        for (const std::string &address : peer.addresses) {
            report.ways.push_back({peer.name, address});
            peers.push_back(&peer);
        }
    }
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < peers.size(); ++i)
        threads.emplace_back([&, i] { tryWay(report.ways[i], *peers[i], Seconds(0)); });
    for (std::thread &thread : threads)
        thread.join();
    const auto answered
        = std::count_if(report.ways.begin(), report.ways.end(), [](const Way &way) { return way.answered; });
    const Seconds burst = std::min(longestBurst, allBursts / double(std::max<std::ptrdiff_t>(answered, 1)));
    const Deadline end = Clock::now() + measuringLimit;
    for (std::size_t i = 0; i < peers.size(); ++i)
        if (report.ways[i].answered && Clock::now() < end)
            tryWay(report.ways[i], *peers[i], burst);
    return report;
}

} // namespace motley
