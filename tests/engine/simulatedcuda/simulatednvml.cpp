// In place of NVML, the library of NVIDIA's driver: as much of it as the probe asks for, about the simulated GPUs.
#include "sizes.h"

#include <cstdio>

namespace {

struct MemoryInfo {
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};

std::size_t indexOf(const void *device)
{
    return reinterpret_cast<std::size_t>(device) - 1;
}

} // namespace

extern "C" {

int nvmlInit_v2()
{
    return 0;
}
int nvmlShutdown()
{
    return 0;
}
const char *nvmlErrorString(int)
{
    return "no error";
}
int nvmlSystemGetDriverVersion(char *text, unsigned size)
{
    std::snprintf(text, size, "580.0 (simulated)");
    return 0;
}
int nvmlDeviceGetCount_v2(unsigned *count)
{
    *count = unsigned(simulated::memorySizes().size());
    return 0;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device)
{
    *device = reinterpret_cast<void *>(std::size_t(index) + 1);
    return 0;
}
int nvmlDeviceGetUUID(void *device, char *text, unsigned size)
{
    std::snprintf(text, size, "GPU-simulated-%zu", indexOf(device));
    return 0;
}
int nvmlDeviceGetName(void *device, char *text, unsigned size)
{
    std::snprintf(text, size, "Simulated GPU (%lld GiB)",
        static_cast<long long>(simulated::memorySizes()[indexOf(device)] >> 30));
    return 0;
}
int nvmlDeviceGetCudaComputeCapability(void *, int *major, int *minor)
{
    *major = simulated::computeCapability() / 10;
    *minor = simulated::computeCapability() % 10;
    return 0;
}
int nvmlDeviceGetMemoryInfo(void *device, MemoryInfo *info)
{
    const auto bytes = static_cast<unsigned long long>(simulated::memorySizes()[indexOf(device)]);
    *info = {bytes, bytes, 0};
    return 0;
}
int nvmlDeviceGetComputeRunningProcesses_v3(void *, unsigned *count, void *)
{
    *count = 0;
    return 0;
}

} // extern "C"
