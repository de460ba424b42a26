// How long ranks take to sum a tensor over a network, with the ring that Gloo and NCCL use.
#pragma once

#include <cstddef>
#include <vector>

namespace motley {

struct Link {
    double bytesPerSecond = 0; // in each direction; 0: so fast that it does not count
    double latencySeconds = 0; // of one message

    bool operator==(const Link &) const = default;
};

struct PairLink { // between two machines, where it is not what their own links say
    std::size_t first = 0;
    std::size_t second = 0;
    Link link;
};

// One machine's place in a ring.
struct RingMember {
    std::size_t machine = 0; // as PairLink counts them
    int ranks = 1;
    Link inside; // between its ranks
    Link outside; // to other machines
};

// A sum of `bytes` takes fixedSeconds + secondsPerByte * bytes.
struct RingAllReduceCost {
    double fixedSeconds = 0;
    double secondsPerByte = 0;

    double at(double bytes) const { return fixedSeconds + secondsPerByte * bytes; }
};

// Members stand in the ring in their order, so that each machine sends to one other and receives from one. In R - 1
// rounds parts are summed and in R - 1 more handed on, each with 1/R of the bytes: the slowest link carries
// 2 (R - 1) / R of them (Patarasuk and Yuan, JPDC 2009). `shared` is what all traffic between machines crosses at a
// time, such as a line between buildings; by default there is no such thing.
RingAllReduceCost ringAllReduceCost(
    const std::vector<RingMember> &members, const std::vector<PairLink> &pairs = {}, Link shared = {});

// Between the ranks of one machine, at least two, whose sums take that long.
Link linkInside(int ranks, const RingAllReduceCost &measured);

} // namespace motley
