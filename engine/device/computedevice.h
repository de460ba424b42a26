// A planned device as torch knows it.
#pragma once

#include "engine/base/result.h"
#include "engine/protocol/device.h"

#include <c10/core/Device.h>

namespace motley {

// Makes the device the calling thread's current one and gives that thread its number of CPU threads. Kernels are those
// of float32 (chooseKernels). Errors: the CUDA plugin cannot be loaded, or there is no such device.
Result<c10::Device> openDevice(const Device &device, int threads);

// Waits until all work that is queued on the device is done, and throws what that work failed with.
void waitForDevice(c10::Device device);

} // namespace motley
