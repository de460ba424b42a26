// Registers the simulated devices with torch, as libtorch_cuda does with real ones when it is loaded.
#include "guard.h"
#include "memory.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/detail/CUDAHooksInterface.h>
#include <torch/csrc/distributed/c10d/reducer_timer.hpp>

#include <atomic>

namespace simulated {

namespace {

std::atomic<bool> initialized{false};

struct Hooks final : at::CUDAHooksInterface {
    void init() const override { initialized = true; }
    bool isBuilt() const override { return true; }
    bool isAvailable() const override { return true; }
    bool hasCUDA() const override { return true; }
    bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
    int getNumGPUs() const override { return simulated::deviceCount(); }
    c10::DeviceIndex deviceCount() const override { return c10::DeviceIndex(simulated::deviceCount()); }
    c10::DeviceIndex current_device() const override { return currentDevice; }
    c10::DeviceIndex getCurrentDevice() const override { return currentDevice; }
    void setCurrentDevice(c10::DeviceIndex device) const override { currentDevice = device; }
    c10::DeviceIndex exchangeDevice(c10::DeviceIndex device) const override
    {
        return std::exchange(currentDevice, device);
    }
    c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex device) const override { return exchangeDevice(device); }
    bool isPinnedPtr(const void *data) const override { return isPinned(data); }
    at::Allocator *getPinnedMemoryAllocator() const override { return &pinnedAllocator(); }
    at::Allocator *getCUDADeviceAllocator() const override { return &deviceAllocator(); }
    void deviceSynchronize(c10::DeviceIndex device) const override { synchronize(device); }
    const at::Generator &getDefaultGenerator(c10::DeviceIndex) const override
    {
        return at::detail::getDefaultCPUGenerator();
    }
};

// c10d's Reducer asks for one.
struct ReducerTimer final : c10d::Timer {
    std::optional<std::int64_t> measureDifference(Event from, Event to) override
    {
        const auto began = getTimestamp(from), ended = getTimestamp(to);
        return began && ended ? std::optional(*ended - *began) : std::nullopt;
    }
};

const bool isRegistered = [] {
    c10::SetAllocator(at::kCUDA, &deviceAllocator());
    static const c10::impl::DeviceGuardImplRegistrar guard(at::kCUDA, new Guard);
    at::CUDAHooksRegistry()->Register("CUDAHooks",
        [](at::CUDAHooksArgs) -> std::unique_ptr<at::CUDAHooksInterface> { return std::make_unique<Hooks>(); });
    c10d::TimerRegistry()->Register(
        at::kCUDA, [](c10::Device) -> std::unique_ptr<c10d::Timer> { return std::make_unique<ReducerTimer>(); });
    return true;
}();

} // namespace

bool isInitialized()
{
    return initialized;
}

} // namespace simulated
