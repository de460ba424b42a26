// The loop of keyedDropout() (keyeddropout.h) on CPUs, free of LibTorch.
#pragma once

#include <cstdint>

namespace motley {

struct DropoutStream { // the random stream of a sample in a layer
    std::uint32_t offset = 0;
    std::uint32_t salt = 0;
};
std::uint64_t dropoutLayerWord(std::uint64_t layer);
DropoutStream dropoutStream(std::uint64_t sampleKey, std::uint64_t layer);

struct DropoutRate {
    std::uint32_t threshold = 0; // of 2^31: elements with a smaller random number are dropped
    float scale = 1; // of the elements that are kept
};
DropoutRate dropoutRate(double probability); // 0 <= probability < 1

// to[i] = from[i] * scale, or 0 if element first + i of the sample is dropped. `to` may be `from`.
void dropElements(
    const float *from, float *to, std::int64_t count, std::uint32_t first, DropoutStream stream, DropoutRate rate);

} // namespace motley
