#include "engine/models/layers/keyeddropoutkernel.h"

namespace motley {

namespace {

[[gnu::always_inline]] inline void dropInline(
    const float *from, float *to, std::int64_t count, std::uint32_t first, DropoutStream stream, DropoutRate rate)
{
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = from[i] * dropoutFactor(first + std::uint32_t(i), stream, rate);
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

void dropElements(
    const float *from, float *to, std::int64_t count, std::uint32_t first, DropoutStream stream, DropoutRate rate)
{
    static auto *const loop = chooseDropout();
    loop(from, to, count, first, stream, rate);
}

} // namespace motley
