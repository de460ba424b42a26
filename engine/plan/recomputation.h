// Decides which ranks recompute activations in the backward pass rather than keep them: those whose memory cannot hold
// even one sample otherwise, and those that finish earlier with it than with many small micro-batches.
#pragma once

#include "engine/plan/fitmemory.h"

namespace motley {

// The machines with the speeds that their devices will have in the run: for each device that has to recompute, `speed`
// becomes time and memory with recomputation. Shares follow speeds, and the memory that a device needs follows its
// share, so this repeats until no further device has to recompute. Devices that were not measured stay unchanged.
std::vector<CandidateMachine> asTheyRun(const JobSpec &job, const std::vector<CandidateMachine> &machines);

// Sets for each rank of the plan whether and why it recomputes. `ranks`: as they run; `measured`: the machines before
// asTheyRun().
void explainRecomputation(
    Plan &plan, const JobSpec &job, const std::vector<RankNeeds> &ranks, const std::vector<CandidateMachine> &measured);

} // namespace motley
