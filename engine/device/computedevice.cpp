#include "engine/device/computedevice.h"

#include "engine/device/cudaplugin.h"
#include "engine/device/mixedprecision.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>

#include <cstdlib>

namespace motley {

namespace {

// Variables that CUDA and torch's allocator read once, when they are loaded.
void prepareCuda(const Device &device)
{
    static const bool isPrepared = [&] {
        // A thread without a current device would open a context, which fills memory, on the first GPU that CUDA shows.
        setenv("CUDA_VISIBLE_DEVICES", device.uuid.c_str(), 1);
        // The limit of memory counts what the allocator holds, and shapes change with shares and lengths: without this,
        // blocks of former shapes would fill it. What the user has set is kept.
        if (!std::getenv("PYTORCH_CUDA_ALLOC_CONF"))
            setenv("PYTORCH_ALLOC_CONF", "expandable_segments:True", 0);
        return true;
    }();
    static_cast<void>(isPrepared);
}

} // namespace

Result<c10::Device> openDevice(const Device &device, int threads)
{
    at::set_num_threads(threads);
    chooseKernels({});
    if (device.kind == Device::Kind::Cpu)
        return c10::Device(at::kCPU);
    prepareCuda(device);
    const auto plugin = loadCudaPlugin();
    if (!plugin)
        return tl::unexpected(plugin.error());
    try {
        const int index = (*plugin)->deviceOfUuid(device.uuid.c_str());
        if (index < 0)
            return fail("This machine has no GPU " + device.uuid + " any more; probe it again.");
        at::globalContext().lazyInitDevice(at::kCUDA); // before it there is no allocator that could have a limit
        (*plugin)->setDevice(index);
        return c10::Device(at::kCUDA, c10::DeviceIndex(index));
    } catch (const std::exception &failure) {
        return fail("The GPU " + device.uuid + " could not be opened.", failure.what());
    }
}

void waitForDevice(c10::Device device)
{
    if (!device.is_cuda())
        return;
    if (const auto plugin = loadCudaPlugin())
        (*plugin)->synchronize(device.index());
}

} // namespace motley
