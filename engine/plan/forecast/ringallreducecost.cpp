#include "engine/plan/forecast/ringallreducecost.h"

#include <algorithm>

namespace motley {

namespace {

double secondsPerByte(const Link &link)
{
    return link.bytesPerSecond > 0 ? 1 / link.bytesPerSecond : 0;
}

} // namespace

Link linkOfPair(const RingMember &a, const RingMember &b, const std::vector<PairLink> &pairs)
{
    for (const PairLink &pair : pairs)
        if ((pair.first == a.machine && pair.second == b.machine)
            || (pair.first == b.machine && pair.second == a.machine))
            return pair.link;
    const double slower = std::max(secondsPerByte(a.outside), secondsPerByte(b.outside));
    return {slower > 0 ? 1 / slower : 0, std::max(a.outside.latencySeconds, b.outside.latencySeconds)};
}

RingAllReduceCost ringAllReduceCost(
    const std::vector<RingMember> &members, const std::vector<PairLink> &pairs, Link shared)
{
    int ranks = 0;
    double perByte = 0; // seconds per byte of the slowest link
    double latency = 0; // seconds of a round, which waits for its slowest message
    const auto crosses = [&](const Link &link) {
        perByte = std::max(perByte, secondsPerByte(link));
        latency = std::max(latency, link.latencySeconds);
    };
    for (std::size_t i = 0; i < members.size(); ++i) {
        ranks += members[i].ranks;
        if (members[i].ranks > 1)
            crosses(members[i].inside);
        if (members.size() > 1)
            crosses(linkOfPair(members[i], members[(i + 1) % members.size()], pairs));
    }
    if (members.size() > 1) {
        perByte = std::max(perByte, double(members.size()) * secondsPerByte(shared));
        latency = std::max(latency, shared.latencySeconds);
    }
    if (ranks < 2)
        return {};
    const double rounds = 2.0 * (ranks - 1);
    return {rounds * latency, rounds / ranks * perByte};
}

double mirrorSeconds(const RingAllReduceCost &ring, int ranks, double bytes)
{
    return ranks < 2 ? 0 : ring.at(bytes) / (2.0 * (ranks - 1));
}

Link linkInside(int ranks, const RingAllReduceCost &measured)
{
    const double rounds = 2.0 * (ranks - 1);
    const double perByte = measured.secondsPerByte * ranks / rounds;
    return {perByte > 0 ? 1 / perByte : 0, measured.fixedSeconds / rounds};
}

} // namespace motley
