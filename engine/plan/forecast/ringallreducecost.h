// The time of an all-reduce with the ring algorithm that Gloo and NCCL use.
#pragma once

#include <cstddef>
#include <vector>

namespace motley {

struct Link {
    double bytesPerSecond = 0; // in each direction; 0: the time for the bytes is neglected
    double latencySeconds = 0; // of one message

    bool operator==(const Link &) const = default;
};

struct PairLink { // measured between two machines; takes the place of their own links
    std::size_t first = 0;
    std::size_t second = 0;
    Link link;
};

// One machine in a ring.
struct RingMember {
    std::size_t machine = 0; // index, as in PairLink::first and second
    int ranks = 1;
    Link inside; // between the machine's ranks
    Link outside; // to other machines
};

// An all-reduce of `bytes` takes fixedSeconds + secondsPerByte * bytes.
struct RingAllReduceCost {
    double fixedSeconds = 0;
    double secondsPerByte = 0;

    double at(double bytes) const { return fixedSeconds + secondsPerByte * bytes; }
};

// Members form the ring in their order, so that each machine sends to one other and receives from one. With R ranks, R
// - 1 rounds reduce-scatter and R - 1 more all-gather, each with 1/R of the bytes: the slowest link carries 2 (R - 1) /
// R of them (Patarasuk and Yuan, JPDC 2009). `shared` is a link that all traffic between machines crosses at the same
// time, such as a line between buildings; by default there is none.
RingAllReduceCost ringAllReduceCost(
    const std::vector<RingMember> &members, const std::vector<PairLink> &pairs = {}, Link shared = {});

// To send on what each of so many ranks has of the sums, once: one more round of the ring.
double mirrorSeconds(const RingAllReduceCost &ring, int ranks, double bytes);

// The link between two machines: the measured one of `pairs`, or the slower of their own.
Link linkOfPair(const RingMember &a, const RingMember &b, const std::vector<PairLink> &pairs);

// The link between the ranks of one machine that explains a measured all-reduce of `ranks` (at least 2) ranks.
Link linkInside(int ranks, const RingAllReduceCost &measured);

} // namespace motley
