#include "engine/models/layers/crossentropykernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace motley {

namespace {

constexpr std::int64_t width = 16; // sums kept side by side, to fill vector registers
constexpr std::int64_t block = 1024; // numbers that are summed in float before the sum becomes double

#define MOTLEY_INLINE [[gnu::always_inline]] inline

// Replaces std::bit_cast, which the C++ library that the engine is built against lacks.
template <typename To, typename From>
MOTLEY_INLINE To bitCast(From from)
{
    static_assert(sizeof(To) == sizeof(From));
    To to;
    std::memcpy(&to, &from, sizeof(To));
    return to;
}

// e to the x for x <= 88, to two units in the last digit: Cephes' expf (Moshier 1989). Below -87 it is as at -87, which
// is nothing beside 1; what is no number stays none. Without branches and calls, so that loops over it are vectorised.
MOTLEY_INLINE float exponential(float x)
{
    x = x < -87.0f ? -87.0f : x;
    constexpr float toInteger = 12582912.0f; // 1.5 * 2^23: adding it rounds to an integer
    const float shifted = x * 1.44269504088896341f + toInteger;
    const float whole = shifted - toInteger;
    const float rest = (x - whole * 0.693359375f) + whole * 2.12194440e-4f;
    float power = rest * 1.9875691500e-4f + 1.3981999507e-3f;
    power = power * rest + 8.3334519073e-3f;
    power = power * rest + 4.1665795894e-2f;
    power = power * rest + 1.6666665459e-1f;
    power = power * rest + 5.0000001201e-1f;
    power = power * rest * rest + rest + 1.0f;
    const auto exponent = (bitCast<std::uint32_t>(shifted) + 127u) << 23; // the low bits of `shifted` are the integer
    return power * bitCast<float>(exponent);
}

MOTLEY_INLINE float largest(const float *x, std::int64_t count)
{
    std::array<float, width> mosts{};
    mosts.fill(-std::numeric_limits<float>::infinity());
    std::int64_t i = 0;
    for (; i + width <= count; i += width)
        for (std::int64_t lane = 0; lane < width; ++lane)
            mosts[lane] = x[i + lane] > mosts[lane] ? x[i + lane] : mosts[lane];
    for (; i < count; ++i)
        mosts[0] = std::max(mosts[0], x[i]);
    return *std::max_element(mosts.begin(), mosts.end());
}

MOTLEY_INLINE LogitRow measureInline(const float *x, std::int64_t count)
{
    const float most = largest(x, count);
    double exponentials = 0;
    double sum = 0;
    for (std::int64_t first = 0; first < count; first += block) {
        const std::int64_t last = std::min(first + block, count);
        std::array<float, width> partExponentials{};
        std::array<float, width> partSum{};
        std::int64_t i = first;
        for (; i + width <= last; i += width)
            for (std::int64_t lane = 0; lane < width; ++lane) {
                partSum[lane] += x[i + lane];
                partExponentials[lane] += exponential(x[i + lane] - most);
            }
        for (; i < last; ++i) {
            sum += double(x[i]);
            exponentials += double(exponential(x[i] - most));
        }
        for (std::int64_t lane = 0; lane < width; ++lane) {
            sum += double(partSum[lane]);
            exponentials += double(partExponentials[lane]);
        }
    }
    return {most + float(std::log(exponentials)), sum};
}

MOTLEY_INLINE void gradientInline(
    const float *x, float *to, std::int64_t count, float logNormaliser, float onEach, float scale)
{
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = (exponential(x[i] - logNormaliser) - onEach) * scale;
}

struct Passes {
    LogitRow (*measure)(const float *, std::int64_t);
    void (*gradient)(const float *, float *, std::int64_t, float, float, float);
};

#define MOTLEY_PASSES(suffix, attribute)                                                                               \
    attribute LogitRow measure##suffix(const float *x, std::int64_t count)                                             \
    {                                                                                                                  \
        return measureInline(x, count);                                                                                \
    }                                                                                                                  \
    attribute void gradient##suffix(                                                                                   \
        const float *x, float *to, std::int64_t count, float logNormaliser, float onEach, float scale)                 \
    {                                                                                                                  \
        gradientInline(x, to, count, logNormaliser, onEach, scale);                                                    \
    }

MOTLEY_PASSES(Plainly, )
#if defined(__x86_64__)
MOTLEY_PASSES(WithAvx2, [[gnu::target("avx2,fma")]])
MOTLEY_PASSES(WithAvx512, [[gnu::target("avx512f")]])
#endif

Passes choosePasses()
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return {measureWithAvx512, gradientWithAvx512};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return {measureWithAvx2, gradientWithAvx2};
#endif
    return {measurePlainly, gradientPlainly};
}

const Passes &passes()
{
    static const Passes chosen = choosePasses();
    return chosen;
}

} // namespace

LogitRow measureLogits(const float *logits, std::int64_t count)
{
    return passes().measure(logits, count);
}

void likelihoodGradient(
    const float *logits, float *to, std::int64_t count, float logNormaliser, float onEach, float scale)
{
    passes().gradient(logits, to, count, logNormaliser, onEach, scale);
}

} // namespace motley
