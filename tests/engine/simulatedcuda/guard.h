// Device, stream and event calls of torch, for the simulated devices.
#pragma once

#include "streams.h"

#include <c10/core/impl/DeviceGuardImplInterface.h>

namespace simulated {

struct Guard final : c10::impl::DeviceGuardImplInterface {
    static c10::Device known(c10::Device device); // the current device where none is named

    c10::DeviceType type() const override { return at::kCUDA; }
    c10::DeviceIndex deviceCount() const noexcept override { return c10::DeviceIndex(simulated::deviceCount()); }
    c10::Device getDevice() const override { return {at::kCUDA, currentDevice}; }
    void setDevice(c10::Device device) const override { currentDevice = std::max<c10::DeviceIndex>(device.index(), 0); }
    void uncheckedSetDevice(c10::Device device) const noexcept override { setDevice(device); }
    c10::Device exchangeDevice(c10::Device device) const override;

    c10::Stream getStream(c10::Device device) const override;
    c10::Stream getDefaultStream(c10::Device device) const override;
    c10::Stream getNewStream(c10::Device device, int priority) const override;
    c10::Stream getStreamFromGlobalPool(c10::Device device, bool isHighPriority) const override;
    c10::Stream exchangeStream(c10::Stream stream) const override;
    bool queryStream(const c10::Stream &) const override { return true; }
    void synchronizeStream(const c10::Stream &stream) const override;
    void synchronizeDevice(c10::DeviceIndex device) const override { synchronize(device); }
    void recordDataPtrOnStream(const c10::DataPtr &data, const c10::Stream &stream) const override;

    void record(void **event, const c10::Stream &stream, c10::DeviceIndex device, c10::EventFlag flag) const override;
    void block(void *event, const c10::Stream &stream) const override;
    void destroyEvent(void *event, c10::DeviceIndex device) const noexcept override;
    bool queryEvent(void *) const override { return true; }
    void synchronizeEvent(void *event) const override;
    double elapsedTime(void *from, void *to, c10::DeviceIndex device) const override; // milliseconds
};

} // namespace simulated
