// Lets poll() return at once when stop is requested: poll for reading on descriptor().
#pragma once

#include "engine/base/descriptor.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <sys/eventfd.h>

namespace motley {

class Wakeup {
public:
    explicit Wakeup(std::stop_token stop)
        : m_event(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), m_callback(std::move(stop), [this] { wake(); })
    {
    }

    int descriptor() const { return m_event.get(); }

private:
    void wake() const
    {
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = ::write(m_event.get(), &one, sizeof one);
    }

    Descriptor m_event;
    std::stop_callback<std::function<void()>> m_callback;
};

} // namespace motley
