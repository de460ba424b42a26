// From what is known about the machines to who computes what. Pure functions.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/plan/candidate.h"
#include "engine/protocol/plan.h"

#include <vector>

namespace motley {

// Shares and the predicted step are those of forecast(), with which the slowest rank is done earliest; where any speed
// is unknown shares are even and nothing is predicted. Each rank takes as many samples at once as its memory holds, and
// recomputes activations where that lets it take part or is faster. The first machine coordinates. NCCL if every device
// is a GPU, Gloo otherwise. Errors: no device ticked; no address at which the machines reach each other (names the
// machine); those of forecast().
Result<Plan> planRun(const JobSpec &job, const std::vector<CandidateMachine> &machines);

// Of each batch, for each candidate in order, as in such a plan but for what memory limits.
std::vector<std::int64_t> sharesOf(const JobSpec &job, const std::vector<CandidateMachine> &machines);

// The whole numbers nearest to total * speeds[i] / sum(speeds) that sum to total (largest remainder, lower index
// first).
std::vector<std::int64_t> proportionalShares(std::int64_t total, const std::vector<double> &speeds);

} // namespace motley
