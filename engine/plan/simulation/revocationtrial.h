// Runs whose machines are taken away, forecast and simulated: how far off is the forecast?
#pragma once

#include "engine/plan/simulation/runsimulation.h"

namespace motley {

// Errors of the forecast time, relative to the simulated one, of `trials` runs on three machines of speeds 4, 2 and 1
// of which two are taken away at random times. The forecast knows how often, not when, and has measured each speed with
// an error of 2 %.
Result<std::vector<double>> tryRevocations(Recovery recovery, int trials);

} // namespace motley
