// Counts the work of a step, independent of the machine: its arithmetic, and the tokens of its texts.
#pragma once

#include "engine/job/jobspec.h"

#include <optional>

namespace motley {

struct Batch;

struct StepWork {
    std::int64_t parameters = 0; // trainable
    double operations = 0; // forward and backward, as FlopCounter counts them
    std::optional<double> tokens; // nullopt: samples are not text
};

// Means over the global batches of the steps first to last. Operations are counted in a few samples of each batch,
// which are computed on this CPU in float32 without recomputation; tokens in all, without padding; in translation those
// of the target.
Result<StepWork> measureWork(const JobSpec &job, std::int64_t first, std::int64_t last, int threads);

// Tokens of a batch of the task, counted as above; nullopt: samples are not text.
std::optional<double> tokensOf(const Batch &batch, const TaskSpec &task);

// Operations per second (multiplications and additions) of a large matrix product, the best of several trials.
double matrixSpeed(int threads);

} // namespace motley
