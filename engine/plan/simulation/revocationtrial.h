// Compares forecast and simulation of runs whose machines are revoked.
#pragma once

#include "engine/plan/simulation/runsimulation.h"

namespace motley {

// Relative errors of the forecast time compared with the simulated one, for `trials` runs on three machines of speeds
// 4, 2 and 1 with two revocations at random times. The forecast knows how often each machine is revoked but not when,
// and each speed with an error of 2 %.
Result<std::vector<double>> tryRevocations(Recovery recovery, int trials);

} // namespace motley
