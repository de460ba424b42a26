// The engine's own random numbers: the same on every machine, compiler and library, because a run is a function of its
// job and seed alone. SplitMix64 (Steele, Lea and Flood 2014): a counter in steps of 0x9e3779b97f4a7c15 through a
// mixer.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace motley {

class Random {
public:
    // Keys that differ in any word, or in the order of the words, give unrelated streams.
    explicit Random(std::initializer_list<std::uint64_t> key);

    std::uint64_t next();
    std::uint64_t below(std::uint64_t bound); // 0 to bound - 1, each equally likely; bound > 0
    double fraction(); // at least 0 and below 1, in steps of 2^-53
    double normal(); // mean 0, deviation 1, within 6 of it: the sum of twelve fractions, by exact arithmetic

private:
    std::uint64_t m_state = 0;
};

} // namespace motley
