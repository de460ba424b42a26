// Simulates a run step by step on modelled machines, to compare forecasts with.
#pragma once

#include "engine/plan/forecast/revocation.h"

#include <cstdint>
#include <vector>

namespace motley {

struct ScriptedRevocation {
    double seconds = 0; // since the start of the run
    std::size_t machine = 0;
};

struct SimulatedRun {
    double seconds = 0;
    double cost = 0; // of machines while they are there, without energy
    int revocations = 0;
    std::int64_t checkpoints = 0;
    std::int64_t stepsTwice = 0; // steps taken again because their work was lost
};

// Machines are revoked only when the script says. Errors: those of forecast(); a script that names an unknown machine
// or whose times are not ascending.
Result<SimulatedRun> simulateRun(
    const RevocableRun &run, const std::vector<ScriptedRevocation> &script, std::uint64_t seed);

// Machines are revoked after lifetimes that are drawn at random. Errors: those of forecast(); a run that does not end
// within a thousand times its undisturbed duration.
Result<SimulatedRun> simulateRun(const RevocableRun &run, std::uint64_t seed);

} // namespace motley
