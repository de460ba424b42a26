// How the pixels of images lie in memory while a network looks at them.
#pragma once

#include <ATen/core/Tensor.h>

namespace motley {

// The same n x channels x height x width. A CPU's convolutions and pooling are faster over pixels whose channels lie
// side by side; then nothing has to be moved before and after them. Only of whole vectors of channels: with 4, a
// gradient of LibTorch 2.11 writes beyond its memory.
inline at::Tensor laidOut(const at::Tensor &x)
{
    constexpr std::int64_t vector = 8;
    return x.is_cpu() && x.size(1) % vector == 0 ? x.contiguous(at::MemoryFormat::ChannelsLast) : x;
}

} // namespace motley
