// Why a machine is slow, as its telemetry shows it.
#pragma once

#include "engine/protocol/event.h"

#include <optional>
#include <vector>

namespace motley {

struct SlowdownCause {
    Slowdown::Cause cause = Slowdown::Cause::Unknown;
    std::optional<double> reading; // as Slowdown has it
};

// What holds back this part of a step in `now` and did not, or not as much, in the samples `before`, which may be none.
// `gpu` is the UUID of the GPU that is slow; empty: the processors compute. nullopt: nothing shows.
std::optional<SlowdownCause> causeOfSlowdown(
    Slowdown::Part part, const std::string &gpu, const std::vector<Telemetry> &before, const Telemetry &now);

} // namespace motley
