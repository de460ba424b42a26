#include "engine/device/computedevice.h"

#include "engine/device/cudaplugin.h"

#include <ATen/Parallel.h>

namespace motley {

Result<c10::Device> openDevice(const Device &device, int threads)
{
    at::set_num_threads(threads);
    if (device.kind == Device::Kind::Cpu)
        return c10::Device(at::kCPU);
    const auto plugin = loadCudaPlugin();
    if (!plugin)
        return tl::unexpected(plugin.error());
    try {
        const int index = (*plugin)->deviceOfUuid(device.uuid.c_str());
        if (index < 0)
            return fail("This machine has no GPU " + device.uuid + " any more; probe it again.");
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
