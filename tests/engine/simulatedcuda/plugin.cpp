// The simulated devices behind the engine's own table of functions, in place of libmotley-cuda.so.
#include "engine/device/cudaplugin.h"
#include "simulatedcuda.h"
#include "sizes.h"

#include <c10/core/AllocatorConfig.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <cstring>

namespace motley {
namespace {

// As in libc10_cuda, which chooses its allocator while it is loaded: what is set afterwards comes too late.
[[maybe_unused]] const bool readsSettings
    = c10::CachingAllocator::AcceleratorAllocatorConfig::use_expandable_segments();

int deviceOfUuid(const char *uuid)
{
    constexpr char known[] = "GPU-simulated-"; // as simulatednvml.cpp names them
    const int index = std::strncmp(uuid, known, sizeof known - 1) == 0 ? uuid[sizeof known - 1] - '0' : -1;
    return index < simulated::deviceCount() ? index : -1;
}

int computeCapability(int)
{
    return simulated::computeCapability();
}

void setDevice(int device)
{
    c10::impl::VirtualGuardImpl(at::kCUDA).setDevice(c10::Device(at::kCUDA, c10::DeviceIndex(device)));
}

void checkInitialized()
{
    TORCH_CHECK(simulated::isInitialized(), "Allocator not initialized for a device: did you call init?");
}

void limitMemory(int device, std::int64_t bytes)
{
    checkInitialized();
    simulated::limitMemory(device, bytes);
}

std::int64_t usedMemory(int device)
{
    checkInitialized();
    return simulated::usedMemory(device);
}

std::int64_t peakMemory(int device)
{
    checkInitialized();
    return simulated::peakMemory(device);
}

void restartPeak(int device)
{
    checkInitialized();
    simulated::restartPeak(device);
}

void releaseUnusedMemory() { }

constexpr CudaPlugin plugin{
    .version = CudaPlugin::currentVersion,
    .deviceCount = simulated::deviceCount,
    .deviceOfUuid = deviceOfUuid,
    .computeCapability = computeCapability,
    .setDevice = setDevice,
    .synchronize = simulated::synchronize,
    .limitMemory = limitMemory,
    .usedMemory = usedMemory,
    .peakMemory = peakMemory,
    .restartPeak = restartPeak,
    .releaseUnusedMemory = releaseUnusedMemory,
    .makeNccl = simulated::makeExchange,
};

} // namespace
} // namespace motley

extern "C" __attribute__((visibility("default"))) const motley::CudaPlugin *motleyCudaPlugin()
{
    return &motley::plugin;
}
