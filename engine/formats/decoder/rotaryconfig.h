// How a decoder encodes positions: by rotating pairs of numbers of queries and keys (RoPE, Su et al. 2021).
#pragma once

#include <cstdint>
#include <vector>

namespace motley {

struct RotaryConfig {
    enum class Kind { Default, Linear, Llama3, Yarn, LongRope, Proportional };

    Kind kind = Kind::Default;
    double theta = 10000;
    double part = 1; // of a head's numbers that are rotated
    double factor = 1; // by which positions are stretched; not of Default
    double outputFactor = 1; // cosines and sines are multiplied by it
    std::int64_t originalPositions = 0; // before stretching: Llama3, Yarn, LongRope
    double lowFrequency = 1; // Llama3
    double highFrequency = 4;
    double betaFast = 32; // Yarn: rotations in the original positions
    double betaSlow = 1;
    bool truncate = true;
    std::vector<double> shortFactors{}; // LongRope: a factor for each pair
    std::vector<double> longFactors{}; // for texts longer than originalPositions

    bool operator==(const RotaryConfig &) const = default;
};

} // namespace motley
