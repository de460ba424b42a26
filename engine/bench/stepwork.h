// How much a step has to do, whatever the machine: its arithmetic, and the tokens of its texts.
#pragma once

#include "engine/job/jobspec.h"

#include <optional>

namespace motley {

struct StepWork {
    std::int64_t parameters = 0; // trainable
    double operations = 0; // as FlopCounter counts them, forward and backward
    std::optional<double> tokens; // of text; nothing where samples are no text
};

// Means over the global batches of the steps first to last, which are taken on this CPU, in float32 and without
// recomputation. Tokens are those that count: without padding; in translation those of the target.
Result<StepWork> measureWork(const JobSpec &job, std::int64_t first, std::int64_t last, int threads);

// Multiplications and additions a second of a large matrix product, the best of some.
double matrixSpeed(int threads);

} // namespace motley
