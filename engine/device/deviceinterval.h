// How long a device takes for the work between two points of a stream, while the host may be far ahead of it.
#pragma once

#include "engine/base/runclock.h"

#include <c10/core/Device.h>
#include <c10/core/Event.h>

#include <optional>

namespace motley {

class DeviceInterval {
public:
    // Each point is after the work that the calling thread has queued on the device so far, in its current stream. A
    // point that is set again moves.
    void begin(c10::Device device);
    void end(c10::Device device);

    // Seconds between the points; 0: not both are set. Waits until the device has come to the second one.
    double seconds() const;

private:
    struct Point {
        RunClock::time_point time; // of a CPU, which computes as the host goes on
        std::optional<c10::Event> event; // of any other device
    };
    static Point here(c10::Device device);

    std::optional<Point> m_begin;
    std::optional<Point> m_end;
};

} // namespace motley
