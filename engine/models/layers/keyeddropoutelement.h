// What keyed dropout (keyeddropout.h) computes for one element. Processors and GPUs compile the same text, GPUs when a
// run begins, so nothing is included.
#pragma once

namespace motley {

struct DropoutStream { // the random stream of a sample in a layer
    unsigned offset = 0;
    unsigned salt = 0;
};

struct DropoutRate {
    unsigned threshold = 0; // of 2^31: elements with a smaller random number are dropped
    float scale = 1; // of the elements that are kept
};

// Maps the elements of a contiguous sample to positions in the longest possible one: runs of elements with consecutive
// positions, in dimensions outside them.
struct DropoutPositions {
    static constexpr int mostOuter = 3;

    unsigned run = 1; // elements
    unsigned perSample = 1; // elements
    unsigned outerSizes[mostOuter] = {1, 1, 1}; // from the innermost to the outermost
    unsigned outerStrides[mostOuter] = {};
};

// SplitMix64's output function (Steele, Lea and Flood 2014).
inline unsigned long long mix64(unsigned long long z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

inline unsigned long long dropoutLayerWord(unsigned long long layer)
{
    constexpr unsigned long long golden = 0x9e3779b97f4a7c15ull;
    return mix64(layer + golden);
}

inline DropoutStream dropoutStream(unsigned long long sampleKey, unsigned long long layer)
{
    const unsigned long long word = mix64(sampleKey + dropoutLayerWord(layer));
    return {unsigned(word), unsigned(word >> 32)};
}

// The position of a run's first element.
inline unsigned positionOfRun(const DropoutPositions &positions, unsigned run)
{
    unsigned position = 0;
    for (int i = 0; i < DropoutPositions::mostOuter; ++i) {
        position += run % positions.outerSizes[i] * positions.outerStrides[i];
        run /= positions.outerSizes[i];
    }
    return position;
}

// The random number of an element is a counter passed through a 32-bit mixer of two rounds (constants: Chris Wellons'
// hash prospector, "lowbias32" of 2022), with the sample's two words added before and between the rounds. Only 32-bit
// operations, so that it fills vector registers.
inline float dropoutFactor(unsigned position, DropoutStream stream, DropoutRate rate)
{
    unsigned h = position * 0x9e3779b9u + stream.offset;
    h ^= h >> 16;
    h = h * 0x21f0aaadu + stream.salt;
    h ^= h >> 15;
    h *= 0xd35a2d97u;
    h ^= h >> 15;
    return int(h >> 1) < int(rate.threshold) ? 0.0f : rate.scale;
}

} // namespace motley
