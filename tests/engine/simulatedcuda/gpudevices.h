// The simulated GPUs by the names that the engine knows them by.
#pragma once

#include "engine/protocol/device.h"

#include <string>
#include <vector>

namespace motley {

inline Device gpu(int index)
{
    return {Device::Kind::Cuda, "GPU-simulated-" + std::to_string(index)};
}

inline std::vector<Device> gpus(int count)
{
    std::vector<Device> devices;
    for (int index = 0; index < count; ++index)
        devices.push_back(gpu(index));
    return devices;
}

} // namespace motley
