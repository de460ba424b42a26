// A run on machines that exist only in numbers, step by step: what forecasts are held against.
#pragma once

#include "engine/plan/forecast/revocation.h"

#include <cstdint>
#include <vector>

namespace motley {

struct ScriptedRevocation {
    double seconds = 0; // since the run began
    std::size_t machine = 0;
};

struct SimulatedRun {
    double seconds = 0;
    double cost = 0; // of machines while they are there; energy is not simulated
    int revocations = 0;
    std::int64_t checkpoints = 0;
    std::int64_t stepsTwice = 0; // taken again because their work was lost
};

// Machines are taken away when the script says, and nothing else happens to them.
// Errors: those of forecast(); a script that names no machine, or falls in time.
Result<SimulatedRun> simulateRun(
    const RevocableRun &run, const std::vector<ScriptedRevocation> &script, std::uint64_t seed);

// Machines are taken away as their lifetimes say, drawn at random. Errors: also a run that does not end within a
// thousand times what it takes undisturbed.
Result<SimulatedRun> simulateRun(const RevocableRun &run, std::uint64_t seed);

} // namespace motley
