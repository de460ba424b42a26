// Notices that no step has come for long, and which machine the run waits for.
#pragma once

#include "engine/agent/rankwatch.h"
#include "engine/protocol/event.h"

#include <functional>
#include <optional>

namespace motley {

class OverdueStep {
public:
    void add(const EventBody &body); // of the run

    using Silence = std::function<double(int machine)>; // the seconds since its last sign of life

    // What is to be said: once for each machine and reason. To be called several times a second, as RankWatch::check().
    std::optional<StepOverdue> check(const RankWatch &watch, const Plan &plan, const Silence &silence,
        HeartbeatTimer::Clock::time_point now = HeartbeatTimer::Clock::now());

private:
    StepDone m_step; // the newest; step 0: there was none
    HeartbeatTimer m_since;
    std::optional<StepOverdue> m_said;
};

} // namespace motley
