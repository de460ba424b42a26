// A planned device as torch knows it.
#pragma once

#include "engine/base/result.h"
#include "engine/protocol/device.h"

#include <c10/core/Device.h>

namespace motley {

// Makes it the calling thread's device and gives that thread its number of CPU threads.
Result<c10::Device> openDevice(const Device &device, int threads);

void waitForDevice(c10::Device device); // until all work queued there is done; throws what it failed with

} // namespace motley
