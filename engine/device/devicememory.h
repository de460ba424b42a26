// How much memory the tensors of this process fill on the device that it trains on, and a limit to it.
#pragma once

#include <c10/core/Device.h>

#include <cstdint>

namespace motley {

// CPU tensors made from now on are counted; those of a GPU always are.
void countMemory(c10::Device device);

// What would take the tensors of this process beyond so many bytes is refused, as where the device has no more: to a
// GPU's tensors always, to a CPU's those of the calling thread. 0: no limit.
void limitMemory(c10::Device device, std::int64_t bytes);

// In bytes; the peak since restartPeak().
std::int64_t usedMemory(c10::Device device);
std::int64_t peakMemory(c10::Device device);
void restartPeak(c10::Device device);

// Hands back what a GPU's allocator keeps for later, which may be in pieces that are too small.
void releaseUnusedMemory(c10::Device device);

} // namespace motley
