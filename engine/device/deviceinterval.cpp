#include "engine/device/deviceinterval.h"

#include <c10/core/impl/VirtualGuardImpl.h>

namespace motley {

DeviceInterval::Point DeviceInterval::here(c10::Device device)
{
    if (device.is_cpu())
        return {RunClock::now(), std::nullopt};
    c10::Event event(device.type(), c10::EventFlag::BACKEND_DEFAULT); // the default of torch's own measures no time
    event.record(c10::impl::VirtualGuardImpl(device.type()).getStream(device));
    return {{}, std::move(event)};
}

void DeviceInterval::begin(c10::Device device)
{
    m_begin = here(device);
}

void DeviceInterval::end(c10::Device device)
{
    m_end = here(device);
}

double DeviceInterval::seconds() const
{
    if (!m_begin || !m_end)
        return 0;
    if (!m_end->event)
        return std::chrono::duration<double>(m_end->time - m_begin->time).count();
    m_end->event->synchronize();
    return m_begin->event->elapsedTime(*m_end->event) * 1e-3;
}

} // namespace motley
