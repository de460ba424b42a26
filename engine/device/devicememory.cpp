#include "engine/device/devicememory.h"

#include "engine/device/countingallocator.h"
#include "engine/device/cudaplugin.h"

namespace motley {

namespace {

const CudaPlugin *pluginOf(c10::Device device)
{
    if (!device.is_cuda())
        return nullptr;
    const auto plugin = loadCudaPlugin();
    return plugin ? *plugin : nullptr;
}

} // namespace

void countMemory(c10::Device device)
{
    if (device.is_cpu())
        CountingAllocator::install();
}

void limitMemory(c10::Device device, std::int64_t bytes)
{
    if (const CudaPlugin *plugin = pluginOf(device)) {
        plugin->limitMemory(device.index(), bytes);
        return;
    }
    if (bytes > 0)
        countMemory(device);
    CountingAllocator::limitThisThread(bytes);
}

std::int64_t usedMemory(c10::Device device)
{
    const CudaPlugin *plugin = pluginOf(device);
    return plugin ? plugin->usedMemory(device.index()) : CountingAllocator::used();
}

std::int64_t peakMemory(c10::Device device)
{
    const CudaPlugin *plugin = pluginOf(device);
    return plugin ? plugin->peakMemory(device.index()) : CountingAllocator::peak();
}

void restartPeak(c10::Device device)
{
    if (const CudaPlugin *plugin = pluginOf(device))
        plugin->restartPeak(device.index());
    else
        CountingAllocator::restartPeak();
}

void releaseUnusedMemory(c10::Device device)
{
    if (const CudaPlugin *plugin = pluginOf(device))
        plugin->releaseUnusedMemory();
}

} // namespace motley
