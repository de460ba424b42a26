// Finds the root cause among the failures of several ranks: when one rank fails, its peers fail because of it, and may
// report that first.
#pragma once

#include "engine/base/runclock.h"
#include "engine/protocol/event.h"

#include <functional>
#include <optional>
#include <vector>

namespace motley {

// The cause among failures, which are in the order of their arrival; at least one.
const RankFailed &rootCauseOf(const std::vector<RankFailed> &failures);

class RootCause {
public:
    void add(const RankFailed &failure);

    using Silence = std::function<double(int machine)>; // the seconds since its last sign of life

    // After a failure: nullopt while its cause may still be reported. `absence`: how long the coordinator's agent
    // itself did not run lately.
    std::optional<RankFailed> find(
        const Plan &plan, const Silence &silence, std::chrono::duration<double> absence) const;

private:
    std::vector<RankFailed> m_failures;
    RunClock::time_point m_since{};
};

} // namespace motley
