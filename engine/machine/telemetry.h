// How busy this machine is, every two seconds, measured in a thread of its own: a driver that hangs must hold up
// nobody.
#pragma once

#include "engine/protocol/event.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace motley {

class TelemetrySampler {
public:
    TelemetrySampler(int machine, std::string address); // at which the other machines reach this one
    ~TelemetrySampler(); // does not wait for a thread that a driver holds

    void watch(std::vector<int> ranks); // process ids
    std::optional<Telemetry> take(); // the newest sample, once

private:
    struct Shared;
    std::shared_ptr<Shared> m_shared;
};

} // namespace motley
