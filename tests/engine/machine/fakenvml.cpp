// Replaces NVML, the library of NVIDIA's driver, where there is no GPU. MOTLEY_TEST_NVML chooses its behaviour. The two
// GPUs have the UUIDs that it is compiled with.
#include <cstdlib>
#include <cstring>

#include <unistd.h>

struct PciInfo {
    char legacyBusId[16];
    unsigned domain, bus, device, pciDeviceId, pciSubSystemId;
    char busId[32];
};

extern "C" {

static bool is(const char *mode)
{
    const char *wish = std::getenv("MOTLEY_TEST_NVML");
    return wish && std::strcmp(wish, mode) == 0;
}

static bool isFirst(const void *device)
{
    return device == reinterpret_cast<const void *>(std::size_t(1));
}

// The second of the three instances that the first GPU could be split into.
static bool isInstance(const void *device)
{
    return device == reinterpret_cast<const void *>(std::size_t(11));
}

int nvmlInit_v2()
{
    if (is("hang"))
        sleep(1000);
    return is("mismatch") ? 18 : is("unloaded") ? 9 : 0;
}
int nvmlShutdown()
{
    return 0;
}
const char *nvmlErrorString(int code)
{
    return code == 18 ? "Driver/library version mismatch" : "Driver Not Loaded";
}
int nvmlSystemGetDriverVersion(char *text, unsigned size)
{
    std::strncpy(text, "580.95.05", size);
    return 0;
}
int nvmlDeviceGetCount_v2(unsigned *count)
{
    *count = 2;
    return 0;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device)
{
    *device = reinterpret_cast<void *>(std::size_t(index) + 1);
    return 0;
}
int nvmlDeviceGetUUID(void *device, char *text, unsigned size)
{
    std::strncpy(text, isInstance(device) ? "MIG-cccccccc" : isFirst(device) ? FIRST_GPU : SECOND_GPU, size);
    return 0;
}
int nvmlDeviceGetName(void *device, char *text, unsigned size)
{
    if (isInstance(device))
        return 3; // as by older drivers
    std::strncpy(text, isFirst(device) ? "NVIDIA H200" : "NVIDIA T400", size);
    return 0;
}
int nvmlDeviceGetPciInfo_v3(void *, PciInfo *info)
{
    *info = PciInfo{};
    std::strcpy(info->busId, "00000000:17:00.0");
    return 0;
}
int nvmlDeviceGetCudaComputeCapability(void *device, int *major, int *minor)
{
    *major = isFirst(device) ? 9 : 7;
    *minor = isFirst(device) ? 0 : 5;
    return 0;
}
int nvmlDeviceGetMemoryInfo(void *, unsigned long long *bytes)
{
    bytes[0] = 8ULL << 30;
    bytes[1] = 6ULL << 30;
    bytes[2] = 2ULL << 30;
    return 0;
}
int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts)
{
    *milliwatts = 71500;
    return isFirst(device) ? 0 : 3; // NVML_ERROR_NOT_SUPPORTED, as by small cards
}
int nvmlDeviceGetTemperature(void *, int sensor, unsigned *celsius)
{
    *celsius = sensor == 0 ? 41 : 0;
    return 0;
}
int nvmlDeviceGetClockInfo(void *, int clock, unsigned *megahertz)
{
    *megahertz = clock == 1 ? 1410 : 0;
    return 0;
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void *device, unsigned long long *reasons)
{
    *reasons = isFirst(device) ? 0x1 | 0x20 : 0x4; // first: idle and too hot; second: at its power limit
    return 0;
}
int nvmlDeviceGetComputeRunningProcesses_v3(void *, unsigned *count, void *)
{
    *count = 2;
    return 0;
}
int nvmlDeviceGetGraphicsRunningProcesses_v3(void *, unsigned *count, void *)
{
    *count = 1;
    return 0;
}
int nvmlDeviceGetMigMode(void *device, unsigned *current, unsigned *pending)
{
    *current = *pending = 1;
    return isFirst(device) ? 0 : 3;
}
int nvmlDeviceGetMaxMigDeviceCount(void *, unsigned *count)
{
    *count = 3;
    return 0;
}
int nvmlDeviceGetMigDeviceHandleByIndex(void *, unsigned index, void **instance)
{
    *instance = reinterpret_cast<void *>(std::size_t(index) + 10);
    return index == 1 ? 0 : 6; // NVML_ERROR_NOT_FOUND
}

} // extern "C"
