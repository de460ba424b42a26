// How busy this machine is, every two seconds, measured in a thread of its own, because a driver that hangs must not
// hold up the agent.
#pragma once

#include "engine/protocol/event.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace motley {

class TelemetrySampler {
public:
    TelemetrySampler(int machine, std::string address); // `address`: where the other machines reach this one
    ~TelemetrySampler(); // does not wait for its thread, which a driver may hold up

    void watch(std::vector<int> ranks); // process ids
    std::optional<Telemetry> pop(); // the newest sample, once

private:
    struct Shared;
    std::shared_ptr<Shared> m_shared;
};

} // namespace motley
