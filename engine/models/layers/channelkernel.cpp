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

constexpr std::int64_t lanes = 8; // independent sums, so that additions need not wait for each other

[[gnu::always_inline]] inline void sumInline(const float *__restrict first, const float *__restrict second,
    ChannelLayout layout, std::int64_t begin, std::int64_t end, double *__restrict sums, double *__restrict products)
{
    for (std::int64_t plane = begin; plane < end; ++plane) {
        const float *x = first + plane * layout.width;
        const float *y = second + plane * layout.width;
        if (layout.sideBySide) {
            for (std::int64_t c = 0; c < layout.width; ++c) {
                sums[c] += double(x[c]);
                products[c] += double(x[c]) * double(y[c]);
            }
            continue;
        }
        double sum[lanes] = {};
        double product[lanes] = {};
        const std::int64_t whole = layout.width - layout.width % lanes;
        for (std::int64_t i = 0; i < whole; i += lanes)
            for (std::int64_t lane = 0; lane < lanes; ++lane) {
                sum[lane] += double(x[i + lane]);
                product[lane] += double(x[i + lane]) * double(y[i + lane]);
            }
        for (std::int64_t i = whole; i < layout.width; ++i) {
            sum[0] += double(x[i]);
            product[0] += double(x[i]) * double(y[i]);
        }
        for (std::int64_t lane = 0; lane < lanes; ++lane) {
            sums[plane % layout.channels] += sum[lane];
            products[plane % layout.channels] += product[lane];
        }
    }
}

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] void sumWithAvx2(const float *first, const float *second, ChannelLayout layout,
    std::int64_t begin, std::int64_t end, double *sums, double *products)
{
    sumInline(first, second, layout, begin, end, sums, products);
}

[[gnu::target("avx2,fma")]] void combineWithAvx2(const float *first, const float *second, float *to,
    ChannelLayout layout, ChannelFactors factors, std::int64_t begin, std::int64_t end)
{
    combineInline(first, second, to, layout, factors, begin, end);
}
#endif

void sumPlainly(const float *first, const float *second, ChannelLayout layout, std::int64_t begin, std::int64_t end,
    double *sums, double *products)
{
    sumInline(first, second, layout, begin, end, sums, products);
}

void combinePlainly(const float *first, const float *second, float *to, ChannelLayout layout, ChannelFactors factors,
    std::int64_t begin, std::int64_t end)
{
    combineInline(first, second, to, layout, factors, begin, end);
}

#if defined(__x86_64__)
bool hasAvx2()
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#endif

auto *chooseCombination()
{
#if defined(__x86_64__)
    if (hasAvx2())
        return &combineWithAvx2;
#endif
    return &combinePlainly;
}

auto *chooseSum()
{
#if defined(__x86_64__)
    if (hasAvx2())
        return &sumWithAvx2;
#endif
    return &sumPlainly;
}

} // namespace

void combineChannels(const float *first, const float *second, float *to, ChannelLayout layout, ChannelFactors factors,
    std::int64_t begin, std::int64_t end)
{
    static auto *const loop = chooseCombination();
    loop(first, second, to, layout, factors, begin, end);
}

void sumChannels(const float *first, const float *second, ChannelLayout layout, std::int64_t begin, std::int64_t end,
    double *sums, double *products)
{
    static auto *const loop = chooseSum();
    loop(first, second, layout, begin, end, sums, products);
}

} // namespace motley
