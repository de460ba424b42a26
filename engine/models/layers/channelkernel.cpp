#include "engine/models/layers/channelkernel.h"

namespace motley {

namespace {

[[gnu::always_inline]] inline void combineInline(const float *__restrict first, const float *__restrict second,
    float *__restrict to, ChannelLayout layout, ChannelFactors factors, std::int64_t begin, std::int64_t end)
{
    for (std::int64_t plane = begin; plane < end; ++plane) {
        const float *x = first + plane * layout.width;
        const float *y = second + plane * layout.width;
        float *target = to + plane * layout.width;
        if (layout.sideBySide) {
            for (std::int64_t c = 0; c < layout.width; ++c)
                target[c] = x[c] * factors.ofFirst[c] + y[c] * factors.ofSecond[c] + factors.offset[c];
            continue;
        }
        const std::int64_t channel = plane % layout.channels;
        const float a = factors.ofFirst[channel];
        const float b = factors.ofSecond[channel];
        const float offset = factors.offset[channel];
        for (std::int64_t i = 0; i < layout.width; ++i)
            target[i] = x[i] * a + y[i] * b + offset;
    }
}

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] void combineWithAvx2(const float *first, const float *second, float *to,
    ChannelLayout layout, ChannelFactors factors, std::int64_t begin, std::int64_t end)
{
    combineInline(first, second, to, layout, factors, begin, end);
}
#endif

void combinePlainly(const float *first, const float *second, float *to, ChannelLayout layout, ChannelFactors factors,
    std::int64_t begin, std::int64_t end)
{
    combineInline(first, second, to, layout, factors, begin, end);
}

auto *chooseLoop()
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &combineWithAvx2;
#endif
    return &combinePlainly;
}

} // namespace

void combineChannels(const float *first, const float *second, float *to, ChannelLayout layout, ChannelFactors factors,
    std::int64_t begin, std::int64_t end)
{
    static auto *const loop = chooseLoop();
    loop(first, second, to, layout, factors, begin, end);
}

} // namespace motley
