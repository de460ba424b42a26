// An update that fails halfway cannot be repeated. So before it changes anything, it makes sure of as much memory as
// the first one took.
#pragma once

#include <c10/core/Device.h>

#include <cstdint>
#include <functional>

namespace motley {

class UpdateRoom {
public:
    explicit UpdateRoom(c10::Device device) : m_device(device) { }

    // Before an update. Where memory is short, calls `release` to free what can be done without. Throws if it is short
    // for another reason.
    void claim(const std::function<void()> &release);
    void measure(); // after an update that took place

private:
    bool isMeasured() const { return m_bytes > 0 || m_device.is_cpu(); } // a CPU has nothing to give up

    c10::Device m_device;
    std::int64_t m_bytes = 0; // that the first update took at its peak beside what is held
    std::int64_t m_held = 0;
};

} // namespace motley
