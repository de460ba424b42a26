// libmotley-cuda.so: everything of Motley that links CUDA and NCCL, behind the one symbol at the end.
#include "engine/device/cudaplugin.h"

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>
#include <cuda_runtime_api.h>
#include <nccl.h>
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <string>

// ProcessGroupNCCL::Options embeds ncclConfig_t, whose size is the header's: it must be the one torch was built with.
static_assert(NCCL_VERSION_CODE == NCCL_VERSION(2, 28, 9), "nccl.h must be of NCCL 2.28.9, as in torch 2.11.0");
// cudaDeviceProp has other members in other major versions.
static_assert(CUDART_VERSION / 1000 == 13, "CUDA's headers must be of CUDA 13, as in torch 2.11.0+cu130");

namespace motley {
namespace {

// Hexadecimal digits without dashes and without the "GPU-" or "MIG-" in front: CUDA does not tell the two apart.
std::string digitsOf(std::string uuid)
{
    if (uuid.rfind("GPU-", 0) == 0 || uuid.rfind("MIG-", 0) == 0)
        uuid.erase(0, 4);
    uuid.erase(std::remove(uuid.begin(), uuid.end(), '-'), uuid.end());
    std::transform(uuid.begin(), uuid.end(), uuid.begin(), [](unsigned char c) { return std::tolower(c); });
    return uuid;
}

std::string digitsOf(const cudaUUID_t &uuid)
{
    constexpr char hexadecimal[] = "0123456789abcdef";
    std::string digits;
    for (const char signedByte : uuid.bytes) {
        const auto byte = static_cast<unsigned char>(signedByte);
        digits += hexadecimal[byte >> 4];
        digits += hexadecimal[byte & 15];
    }
    return digits;
}

int deviceCount()
{
    return c10::cuda::device_count();
}

// To torch a machine whose driver is missing or too old is one without GPUs.
void requireDriver()
{
    int count = 0;
    const cudaError_t found = cudaGetDeviceCount(&count);
    if (found == cudaErrorInsufficientDriver)
        throw std::runtime_error(
            "NVIDIA's driver, libcuda.so.1, is missing or older than CUDA 13 needs: install version "
            "580 or newer, or leave this GPU out");
    if (found != cudaSuccess && found != cudaErrorNoDevice) // none at all is as good as others only
        throw std::runtime_error(std::string("CUDA says: ") + cudaGetErrorString(found));
}

int deviceOfUuid(const char *uuid)
{
    requireDriver();
    const auto wanted = digitsOf(std::string(uuid));
    for (c10::DeviceIndex index = 0; index < c10::cuda::device_count(); ++index) {
        if (digitsOf(at::cuda::getDeviceProperties(index)->uuid) == wanted)
            return index;
    }
    return -1;
}

int computeCapability(int index)
{
    const cudaDeviceProp &device = *at::cuda::getDeviceProperties(static_cast<c10::DeviceIndex>(index));
    return 10 * device.major + device.minor;
}

void setDevice(int index)
{
    c10::cuda::set_device(static_cast<c10::DeviceIndex>(index));
}

void synchronize(int index)
{
    const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(index));
    c10::cuda::device_synchronize();
}

using c10::cuda::CUDACachingAllocator::getDeviceStats;

void limitMemory(int index, std::int64_t bytes)
{
    const double all = double(at::cuda::getDeviceProperties(index)->totalGlobalMem);
    const double fraction = bytes > 0 ? std::min(1.0, double(bytes) / all) : 1.0;
    c10::cuda::CUDACachingAllocator::setMemoryFraction(fraction, static_cast<c10::DeviceIndex>(index));
}

const c10::CachingAllocator::Stat &allocatedBytes(const c10::CachingDeviceAllocator::DeviceStats &stats)
{
    return stats.allocated_bytes[static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE)];
}

std::int64_t usedMemory(int index)
{
    return allocatedBytes(getDeviceStats(static_cast<c10::DeviceIndex>(index))).current;
}

std::int64_t peakMemory(int index)
{
    return allocatedBytes(getDeviceStats(static_cast<c10::DeviceIndex>(index))).peak;
}

void restartPeak(int index)
{
    c10::cuda::CUDACachingAllocator::resetPeakStats(static_cast<c10::DeviceIndex>(index));
}

void releaseUnusedMemory()
{
    c10::cuda::CUDACachingAllocator::emptyCache();
}

c10::intrusive_ptr<c10d::Backend> makeNccl(
    const c10::intrusive_ptr<c10d::Store> &store, int rank, int size, int device, std::chrono::milliseconds timeout)
{
    setDevice(device);
    auto options = c10d::ProcessGroupNCCL::Options::create();
    options->timeout = timeout;
    options->config.blocking = 1; // whatever TORCH_NCCL_USE_COMM_NONBLOCKING says
    auto group = c10::make_intrusive<c10d::ProcessGroupNCCL>(store, rank, size, std::move(options));
    group->setBoundDeviceId(at::Device(at::kCUDA, static_cast<c10::DeviceIndex>(device)));
    return group;
}

constexpr CudaPlugin plugin{
    .version = CudaPlugin::currentVersion,
    .deviceCount = deviceCount,
    .deviceOfUuid = deviceOfUuid,
    .computeCapability = computeCapability,
    .setDevice = setDevice,
    .synchronize = synchronize,
    .limitMemory = limitMemory,
    .usedMemory = usedMemory,
    .peakMemory = peakMemory,
    .restartPeak = restartPeak,
    .releaseUnusedMemory = releaseUnusedMemory,
    .makeNccl = makeNccl,
};

} // namespace
} // namespace motley

extern "C" __attribute__((visibility("default"))) const motley::CudaPlugin *motleyCudaPlugin()
{
    return &motley::plugin;
}
