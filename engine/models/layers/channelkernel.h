// Loops over images with a few factors for each channel, for SyncBatchNorm on CPUs. Free of LibTorch.
#pragma once

#include <cstdint>

namespace motley {

// The memory format of images: one channel after the other, or the channels of a pixel side by side (torch's channels
// last).
struct ChannelLayout {
    std::int64_t planes = 0; // samples * channels, or samples * pixels if sideBySide
    std::int64_t width = 0; // numbers in a plane: pixels, or channels if sideBySide
    std::int64_t channels = 0;
    bool sideBySide = false;
};

// Factors of combineChannels(), one number for each channel.
struct ChannelFactors {
    const float *ofFirst = nullptr;
    const float *ofSecond = nullptr;
    const float *offset = nullptr;
};
// to = first * ofFirst[channel] + second * ofSecond[channel] + offset[channel], for the planes begin to end - 1.
void combineChannels(const float *first, const float *second, float *to, ChannelLayout layout, ChannelFactors factors,
    std::int64_t begin, std::int64_t end);

// Adds the values of `first` to sums[channel] and those of first * second to products[channel], for the planes begin to
// end - 1. The sums are double, so that after rounding to float they do not depend on the order of the planes.
void sumChannels(const float *first, const float *second, ChannelLayout layout, std::int64_t begin, std::int64_t end,
    double *sums, double *products);

} // namespace motley
