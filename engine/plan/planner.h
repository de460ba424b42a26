// Makes the plan of a run, which rank computes what, from what is known about the machines. Pure functions.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/plan/candidate.h"
#include "engine/protocol/plan.h"

#include <vector>

namespace motley {

// Shares and the predicted step are those of forecast(), whose slowest rank finishes earliest; where the speed of any
// device is unknown, shares are even and nothing is predicted. Each rank takes micro-batches as large as its memory
// holds, and recomputes activations where that lets it take part or is faster. The first machine coordinates. The
// backend is NCCL if every device is a GPU, Gloo otherwise. Errors: no device selected; a GPU that
// two machines have; no address at which the machines reach each other (names the machine); those of forecast() and
// checkHolds().
Result<Plan> planRun(const JobSpec &job, const std::vector<CandidateMachine> &machines);

// The shares of each batch, for each candidate in order, as in planRun() but without limits of memory.
std::vector<std::int64_t> sharesOf(const JobSpec &job, const std::vector<CandidateMachine> &machines);

// Sets the groups of Adasum for a job that joins updates by it; does nothing for others. Where the plan has no speeds,
// all ranks count as equally fast.
void setGroups(Plan &plan, const JobSpec &job);

// The whole numbers nearest to total * speeds[i] / sum(speeds) that sum to total (largest remainder, lower index
// first).
std::vector<std::int64_t> proportionalShares(std::int64_t total, const std::vector<double> &speeds);

} // namespace motley
