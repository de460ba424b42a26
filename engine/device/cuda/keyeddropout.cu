// Keyed dropout on a GPU: reads each element once and writes it once. Compiled by NVRTC when it is first used.
#include "engine/models/layers/keyeddropoutelement.h"

namespace {

using motley::DropoutPositions;
using motley::DropoutRate;
using motley::DropoutStream;

struct Half {
    unsigned short bits;
};

struct BFloat16 {
    unsigned short bits;
};

float product(float x, float factor)
{
    return x * factor;
}

Half product(Half x, float factor)
{
    float wide;
    asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(x.bits));
    Half rounded;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(rounded.bits) : "f"(wide * factor));
    return rounded;
}

// To the nearest, of two as near to the even one. Before compute capability 8.0 there is no instruction for it.
BFloat16 product(BFloat16 x, float factor)
{
    const float exact = __uint_as_float(unsigned(x.bits) << 16) * factor;
    const unsigned bits = __float_as_uint(exact);
    const unsigned short notANumber = 0x7fc0;
    return {exact != exact ? notANumber : (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16)};
}

// A block row for each sample. All of the elements that a thread reads at once are in one run.
template <typename T, int width>
void drop(const T *from, T *to, unsigned samples, const unsigned long long *keys, unsigned long long layer,
    const DropoutPositions &positions, DropoutRate rate)
{
    struct alignas(sizeof(T) * width) Vector {
        T elements[width];
    };
    const unsigned vectors = positions.perSample / width;
    for (unsigned sample = blockIdx.y; sample < samples; sample += gridDim.y) {
        const DropoutStream stream = motley::dropoutStream(keys[sample], layer);
        const auto *source = reinterpret_cast<const Vector *>(from + (unsigned long long)sample * positions.perSample);
        auto *target = reinterpret_cast<Vector *>(to + (unsigned long long)sample * positions.perSample);
        for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < vectors; i += gridDim.x * blockDim.x) {
            const unsigned run = i * width / positions.run;
            const unsigned first = motley::positionOfRun(positions, run) + (i * width - run * positions.run);
            Vector vector = source[i];
#pragma unroll
            for (int j = 0; j < width; ++j)
                vector.elements[j] = product(vector.elements[j], motley::dropoutFactor(first + j, stream, rate));
            target[i] = vector;
        }
    }
}

} // namespace

#define KERNEL(name, T, width)                                                                                         \
    extern "C" __global__ void name(const T *from, T *to, unsigned samples, const unsigned long long *keys,            \
        unsigned long long layer, DropoutPositions positions, DropoutRate rate)                                        \
    {                                                                                                                  \
        drop<T, width>(from, to, samples, keys, layer, positions, rate);                                               \
    }

KERNEL(dropFloat, float, 1)
KERNEL(dropFloats, float, 4)
KERNEL(dropHalf, Half, 1)
KERNEL(dropHalves, Half, 8)
KERNEL(dropBFloat16, BFloat16, 1)
KERNEL(dropBFloat16s, BFloat16, 8)
