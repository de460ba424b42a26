// How much memory the tensors of this process fill on the device that it trains on, and a limit to it.
#pragma once

#include <c10/core/Device.h>

#include <cstdint>

namespace motley {

// Counts CPU tensors that are made from now on; GPU tensors are always counted.
void countMemory(c10::Device device);

// Limits the tensors of this process to so many bytes together; 0: no limit. An allocation beyond that fails as if the
// device had no more memory: on a GPU in every thread, on a CPU in the calling thread.
void limitMemory(c10::Device device, std::int64_t bytes);

// Bytes of the tensors of this process: now, and at most since restartPeak().
std::int64_t usedMemory(c10::Device device);
std::int64_t peakMemory(c10::Device device);
void restartPeak(c10::Device device);

// Gives back a GPU allocator's cached memory, whose blocks may be too small for what is needed next.
void releaseUnusedMemory(c10::Device device);

} // namespace motley
