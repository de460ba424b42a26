// The memory format of images within a network.
#pragma once

#include <ATen/core/Tensor.h>

namespace motley {

// The tensor [samples, channels, height, width] in the memory format that is fastest. On a CPU, convolutions and
// pooling are faster in channels-last format, which avoids conversions before and after them. Only for whole vectors of
// 8 channels: with 4 channels a gradient of LibTorch 2.11 writes beyond its memory.
inline at::Tensor laidOut(const at::Tensor &x)
{
    constexpr std::int64_t vector = 8;
    return x.is_cpu() && x.size(1) % vector == 0 ? x.contiguous(at::MemoryFormat::ChannelsLast) : x;
}

} // namespace motley
