#include "engine/machine/linkcheck.h"

#include "engine/machine/linkmessages.h"
#include "engine/statistics/median.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <random>
#include <thread>
#include <vector>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;
constexpr Seconds longestBurst{0.2};
constexpr std::size_t largePacketsBytes = 16 << 10; // more than one packet of any Ethernet
constexpr Seconds allBursts{5}; // that leave a machine; as many come to it
constexpr auto turnsLimit = std::chrono::seconds(12); // after which bursts wait for no other ones
constexpr auto measuringLimit = std::chrono::seconds(20); // for all bursts, in case some do not arrive
constexpr int shortestPause = 2; // milliseconds, where a turn was refused
constexpr int longestPause = 20;

// nullopt: no answer.
std::optional<LinkMessage> ask(const Descriptor &connection, LinkMessage message, Deadline deadline)
{
    if (!sendAll(connection, message.data(), message.size(), deadline)
        || !receiveAll(connection, message.data(), message.size(), deadline))
        return std::nullopt;
    return message;
}

// Median round trip of some messages, in seconds; nullopt: one did not come back.
std::optional<double> measureRoundTrip(const Descriptor &connection, Deadline deadline)
{
    std::vector<double> seconds(echoedMessages);
    for (double &one : seconds) {
        const auto begun = Clock::now();
        if (ask(connection, echoMessage, deadline) != echoMessage)
            return std::nullopt;
        one = Seconds(Clock::now() - begun).count();
    }
    return median(std::move(seconds));
}

// Ends the sending of a burst.
bool isWholeThere(const Descriptor &connection, std::size_t sent, Deadline deadline)
{
    shutdown(connection.get(), SHUT_WR);
    LinkByteCount count{};
    return receiveAll(connection, count.data(), count.size(), deadline) && count == linkByteCount(sent);
}

// A tunnel may take smaller packets than the networks before it, and let nobody know.
bool carriesLargePackets(const Descriptor &connection)
{
    const Deadline deadline = Clock::now() + largePacketsLimit;
    const std::vector<char> packets(largePacketsBytes, 'x');
    return sendAll(connection, packets.data(), packets.size(), deadline)
        && isWholeThere(connection, packets.size(), deadline);
}

// Bytes per second of a burst; 0: it did not arrive whole.
double measureSpeed(const Descriptor &connection, Seconds burst, double roundTripSeconds)
{
    // Few bytes wait in the send buffer, so that the burst ends soon on slow links too.
    setOption(connection.get(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, 1 << 17);
    const std::vector<char> chunk(std::size_t(1) << 16, 'x');
    const auto begun = Clock::now();
    const Deadline deadline = begun + linkAnswerLimit;
    std::size_t sent = 0;
    while (Clock::now() - begun < burst && sent < longestLinkBurst) {
        if (!sendAll(connection, chunk.data(), chunk.size(), deadline))
            return 0;
        sent += chunk.size();
    }
    if (!isWholeThere(connection, sent, deadline))
        return 0;
    const double seconds = Seconds(Clock::now() - begun).count();
    return double(sent) / std::max(seconds - roundTripSeconds, seconds / 2);
}

// A connection to a peer that knows the token; empty: nobody answered, or somebody else.
Descriptor call(const std::string &address, const EchoEndpoint &server, Deadline deadline)
{
    const auto endpoint = socketAddress(address, server.port);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    Descriptor connection = endpoint ? connectWithin(*endpoint, left) : Descriptor();
    return connection ? shakeHands(std::move(connection), server.token, deadline).value_or(Descriptor()) : Descriptor();
}

void checkLink(MeasuredLink &link, const EchoEndpoint &peer)
{
    const Deadline deadline = Clock::now() + linkAnswerLimit;
    const Descriptor connection = call(link.address, peer, deadline);
    const auto roundTrip = connection ? measureRoundTrip(connection, deadline) : std::nullopt;
    link.losesLargePackets = roundTrip && !carriesLargePackets(connection);
    link.answered = roundTrip && !link.losesLargePackets;
    link.roundTripSeconds = roundTrip.value_or(0);
}

// False: one of the two machines is busy with another link.
bool measureLink(MeasuredLink &link, const EchoEndpoint &peer, Seconds burst, const EchoEndpoint *own)
{
    const Deadline deadline = Clock::now() + linkAnswerLimit;
    const Descriptor turn = own ? call("127.0.0.1", *own, deadline) : Descriptor();
    if (turn && ask(turn, turnRequest, deadline) != turnGranted)
        return false;
    const Descriptor connection = call(link.address, peer, deadline);
    if (!connection)
        return true;
    if (own && ask(connection, turnRequest, deadline) != turnGranted)
        return false;
    if (const auto roundTrip = measureRoundTrip(connection, deadline)) {
        link.roundTripSeconds = *roundTrip;
        link.bytesPerSecond = measureSpeed(connection, burst, *roundTrip);
    }
    return true;
}

// Milliseconds that differ from machine to machine, so that two do not go on refusing each other.
std::chrono::milliseconds pauseBetweenTurns()
{
    static std::minstd_rand random{std::random_device{}()};
    return std::chrono::milliseconds(std::uniform_int_distribution(shortestPause, longestPause)(random));
}

} // namespace

LinkCheckReport checkLinks(const LinkCheckRequest &request)
{
    LinkCheckReport report;
    std::vector<EchoEndpoint> peers; // of each link
    for (const LinkPeer &peer : request.peers) {
        for (const std::string &address : peer.addresses) {
            report.links.push_back({peer.name, address});
            peers.push_back({peer.port, peer.token});
        }
    }
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < peers.size(); ++i)
        threads.emplace_back([&, i] { checkLink(report.links[i], peers[i]); });
    for (std::thread &thread : threads)
        thread.join();
    std::deque<std::size_t> left;
    for (std::size_t i = 0; i < peers.size(); ++i)
        if (report.links[i].answered)
            left.push_back(i);
    const Seconds burst = std::min(longestBurst, allBursts / double(std::max<std::size_t>(left.size(), 1)));
    const Deadline begun = Clock::now();
    while (!left.empty() && Clock::now() < begun + measuringLimit) {
        const std::size_t link = left.front();
        left.pop_front();
        const bool takesTurns = request.own && Clock::now() < begun + turnsLimit;
        if (measureLink(report.links[link], peers[link], burst, takesTurns ? &*request.own : nullptr))
            continue;
        left.push_back(link);
        std::this_thread::sleep_for(pauseBetweenTurns());
    }
    return report;
}

} // namespace motley
