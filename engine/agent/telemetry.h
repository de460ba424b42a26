// How busy this machine is, every two seconds, measured in a thread of its own: a driver that hangs must hold up
// nobody.
#pragma once

#include "engine/protocol/event.h"

#include <memory>
#include <optional>

namespace motley {

class TelemetrySampler {
public:
    explicit TelemetrySampler(int machine);
    ~TelemetrySampler(); // does not wait for a thread that a driver holds

    std::optional<Telemetry> take(); // the newest sample, once

private:
    struct Shared;
    std::shared_ptr<Shared> m_shared;
};

} // namespace motley
