// Which of the driver's GPUs a process may use: those that CUDA_VISIBLE_DEVICES leaves it.
#pragma once

#include "engine/protocol/probereport.h"

namespace motley {

// `variable`: the value of CUDA_VISIBLE_DEVICES: indices in the order of `gpus`, or UUIDs or their beginnings. As CUDA
// does, it ends at the first entry that names none.
std::vector<GpuReport> visibleGpus(const std::vector<GpuReport> &gpus, const std::string &variable);

} // namespace motley
