// The loop of keyed dropout, free of LibTorch: see keyeddropout.h for what it means.
#pragma once

#include <cstdint>

namespace motley {

struct DropoutStream { // all that a sample and a layer contribute to the random numbers
    std::uint32_t offset = 0;
    std::uint32_t salt = 0;
};
std::uint64_t dropoutLayerWord(std::uint64_t layer);
DropoutStream dropoutStream(std::uint64_t sampleKey, std::uint64_t layer);

struct DropoutRate {
    std::uint32_t threshold = 0; // of 2^31: numbers below it are dropped
    float scale = 1; // of what stays
};
DropoutRate dropoutRate(double probability); // 0 <= probability < 1

// to[i] = from[i] * scale, or 0 where element first + i of the sample is dropped. The two may be the same memory.
void dropElements(
    const float *from, float *to, std::int64_t count, std::uint32_t first, DropoutStream stream, DropoutRate rate);

} // namespace motley
