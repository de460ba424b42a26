// A device by what stays the same about it: GPUs by UUID, never by index.
#pragma once

#include <string>

namespace motley {

struct Device {
    enum class Kind { Cpu, Cuda };
    Kind kind = Kind::Cpu;
    std::string uuid; // "GPU-..." or "MIG-..."; empty for the CPU

    bool operator==(const Device &) const = default;
};

std::string toText(const Device &device); // "cpu" or "cuda:GPU-..."

// CPU threads of a rank.
struct CpuThreads {
    int count = 1;
    bool mayBeFewer = false; // where fewer are faster
};

} // namespace motley
