#include "engine/models/layers/keyeddropoutkernel.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;

// SplitMix64's output function (Steele, Lea and Flood 2014).
std::uint64_t mix64(std::uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

// The random number of an element is a counter passed through a 32-bit mixer of two rounds (constants: Chris Wellons'
// hash prospector, "lowbias32" of 2022), with the sample's two words added before and between the rounds. Only 32-bit
// operations, so that it fills vector registers.
[[gnu::always_inline]] inline void dropInline(
    const float *from, float *to, std::int64_t count, std::uint32_t first, DropoutStream stream, DropoutRate rate)
{
    const auto threshold = std::int32_t(rate.threshold);
    for (std::int64_t i = 0; i < count; ++i) {
        std::uint32_t h = (first + std::uint32_t(i)) * 0x9e3779b9u + stream.offset;
        h ^= h >> 16;
        h = h * 0x21f0aaadu + stream.salt;
        h ^= h >> 15;
        h *= 0xd35a2d97u;
        h ^= h >> 15;
        const float factor = std::int32_t(h >> 1) < threshold ? 0.0f : rate.scale;
        to[i] = from[i] * factor;
    }
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void dropWithAvx2(
    const float *from, float *to, std::int64_t count, std::uint32_t first, DropoutStream stream, DropoutRate rate)
{
    dropInline(from, to, count, first, stream, rate);
}

[[gnu::target("avx512f")]] void dropWithAvx512(
    const float *from, float *to, std::int64_t count, std::uint32_t first, DropoutStream stream, DropoutRate rate)
{
    dropInline(from, to, count, first, stream, rate);
}
#endif

void dropPlainly(
    const float *from, float *to, std::int64_t count, std::uint32_t first, DropoutStream stream, DropoutRate rate)
{
    dropInline(from, to, count, first, stream, rate);
}

auto *chooseDropout()
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return &dropWithAvx512;
    if (__builtin_cpu_supports("avx2"))
        return &dropWithAvx2;
#endif
    return &dropPlainly;
}

} // namespace

std::uint64_t dropoutLayerWord(std::uint64_t layer)
{
    return mix64(layer + golden);
}

DropoutStream dropoutStream(std::uint64_t sampleKey, std::uint64_t layer)
{
    const std::uint64_t word = mix64(sampleKey + dropoutLayerWord(layer));
    return {std::uint32_t(word), std::uint32_t(word >> 32)};
}

DropoutRate dropoutRate(double probability)
{
    const long nearest = std::lround(probability * 0x1p31);
    return {std::uint32_t(std::min(nearest, 0x7fffffffL)), float(1 / (1 - probability))};
}

void dropElements(
    const float *from, float *to, std::int64_t count, std::uint32_t first, DropoutStream stream, DropoutRate rate)
{
    static auto *const loop = chooseDropout();
    loop(from, to, count, first, stream, rate);
}

} // namespace motley
