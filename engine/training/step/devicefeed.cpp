#include "engine/training/step/devicefeed.h"

#include <c10/core/impl/VirtualGuardImpl.h>
#include <c10/core/StreamGuard.h>
#include <torch/types.h>

#include <map>
#include <mutex>
#include <utility>

namespace motley {

namespace {

// The batch's memory must not be reused before the stream has read it.
void keepFor(const c10::Stream &queue, const Batch &batch)
{
    for (const auto *tensors : {&batch.inputs, &batch.targets})
        for (const at::Tensor &tensor : *tensors)
            tensor.record_stream(queue);
    if (batch.keys.defined())
        batch.keys.record_stream(queue);
}

// One stream for all feeds of a device: the allocator keeps the memory of each stream apart.
c10::Stream copyStreamOf(at::Device device)
{
    static std::mutex mutex;
    static std::map<c10::DeviceIndex, c10::Stream> streams;
    const std::lock_guard lock(mutex);
    const auto known = streams.find(device.index());
    if (known != streams.end())
        return known->second;
    const c10::Stream made = c10::impl::VirtualGuardImpl(device.type()).getStreamFromGlobalPool(device);
    return streams.emplace(device.index(), made).first->second;
}

} // namespace

DeviceFeed::DeviceFeed(at::Device device) : m_device(device)
{
    if (!device.is_cpu())
        m_queue = copyStreamOf(device);
}

bool DeviceFeed::isUploading(const Batch &part) const
{
    return m_next && part.samples > 0 && m_next->here.samples == part.samples && !part.inputs.empty()
        && m_next->here.inputs[0].const_data_ptr() == part.inputs[0].const_data_ptr();
}

void DeviceFeed::begin(const Batch &part)
{
    if (isUploading(part))
        return;
    m_next.reset();
    if (!m_queue) {
        m_next = Upload{part, part, std::nullopt};
        return;
    }
    const c10::StreamGuard copying(*m_queue);
    Upload next{part, part.to(m_device), c10::Event(m_device.type())};
    next.arrived->record(*m_queue);
    m_next = std::move(next);
}

Batch DeviceFeed::next()
{
    Upload next = std::move(*std::exchange(m_next, std::nullopt));
    if (!next.arrived)
        return std::move(next.there);
    const c10::Stream queue = c10::impl::VirtualGuardImpl(m_device.type()).getStream(m_device);
    next.arrived->block(queue);
    keepFor(queue, next.there);
    return std::move(next.there);
}

} // namespace motley
