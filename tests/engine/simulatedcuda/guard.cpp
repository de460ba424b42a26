#include "guard.h"

#include "memory.h"

namespace simulated {

namespace {

c10::Stream streamOf(c10::Device device, c10::StreamId id)
{
    return c10::Stream(c10::Stream::UNSAFE, device, id);
}

Event &eventAt(void *event)
{
    return *static_cast<Event *>(event);
}

} // namespace

c10::Device Guard::known(c10::Device device)
{
    return {at::kCUDA, device.has_index() ? device.index() : currentDevice};
}

c10::Device Guard::exchangeDevice(c10::Device device) const
{
    const c10::Device before = getDevice();
    setDevice(device);
    return before;
}

c10::Stream Guard::getStream(c10::Device device) const
{
    const c10::Device on = known(device);
    return streamOf(on, currentStream(on.index()));
}

c10::Stream Guard::getDefaultStream(c10::Device device) const
{
    const c10::Device on = known(device);
    return streamOf(on, on.index());
}

c10::Stream Guard::getNewStream(c10::Device device, int) const
{
    return streamOf(known(device), newStream());
}

c10::Stream Guard::getStreamFromGlobalPool(c10::Device device, bool) const
{
    return getNewStream(device, 0);
}

c10::Stream Guard::exchangeStream(c10::Stream stream) const
{
    return streamOf(stream.device(), std::exchange(currentStream(stream.device_index()), stream.id()));
}

void Guard::synchronizeStream(const c10::Stream &stream) const
{
    waitFor(recordEvent(stream.id()).queue);
}

void Guard::recordDataPtrOnStream(const c10::DataPtr &data, const c10::Stream &stream) const
{
    const std::lock_guard lock(mutex);
    if (Block *block = blockOf(data.get()))
        block->recorded.insert(stream.id());
}

void Guard::record(void **event, const c10::Stream &stream, c10::DeviceIndex, c10::EventFlag) const
{
    if (!*event)
        *event = new Event;
    eventAt(*event) = recordEvent(stream.id());
}

void Guard::block(void *event, const c10::Stream &stream) const
{
    if (event) // one that was never recorded is waited for by nobody
        letWait(stream.id(), eventAt(event));
}

void Guard::destroyEvent(void *event, c10::DeviceIndex) const noexcept
{
    delete static_cast<Event *>(event);
}

void Guard::synchronizeEvent(void *event) const
{
    if (event)
        waitFor(eventAt(event).queue);
}

double Guard::elapsedTime(void *from, void *to, c10::DeviceIndex) const
{
    return std::chrono::duration<double, std::milli>(eventAt(to).time - eventAt(from).time).count();
}

} // namespace simulated
