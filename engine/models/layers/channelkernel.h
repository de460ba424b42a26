// A pass over images with a few numbers for each channel, free of LibTorch.
#pragma once

#include <cstdint>

namespace motley {

// How the channels of an image lie: after each other, or side by side in each pixel (torch's channels last).
struct ChannelLayout {
    std::int64_t planes = 0; // samples * channels, or samples * pixels
    std::int64_t width = 0; // of a plane: pixels, or channels
    std::int64_t channels = 0;
    bool sideBySide = false;
};

// to = first * ofFirst[channel] + second * ofSecond[channel] + offset[channel], for the planes begin to end - 1.
struct ChannelFactors {
    const float *ofFirst = nullptr;
    const float *ofSecond = nullptr;
    const float *offset = nullptr;
};
void combineChannels(const float *first, const float *second, float *to, ChannelLayout layout, ChannelFactors factors,
    std::int64_t begin, std::int64_t end);

// Adds the values of `first` to sums[channel] and those of first * second to products[channel], for the planes begin to
// end - 1. In double, so that neither the order nor the cut of the planes shows in a float.
void sumChannels(const float *first, const float *second, ChannelLayout layout, std::int64_t begin, std::int64_t end,
    double *sums, double *products);

} // namespace motley
