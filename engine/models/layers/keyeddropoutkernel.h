// The loop of keyedDropout() (keyeddropout.h) on CPUs, free of LibTorch.
#pragma once

#include "engine/models/layers/keyeddropoutelement.h"

#include <cstdint>

namespace motley {

// to[i] = from[i] * scale, or 0 if element first + i of the sample is dropped. `to` may be `from`.
void dropElements(
    const float *from, float *to, std::int64_t count, std::uint32_t first, DropoutStream stream, DropoutRate rate);

} // namespace motley
