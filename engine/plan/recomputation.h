// Which ranks compute activations again in the backward pass rather than keep them: those whose memory holds not even
// one sample otherwise, and those that are done earlier so than with many small passes.
#pragma once

#include "engine/plan/fitmemory.h"

namespace motley {

// The machines, and of each device that has to recompute the time and the memory that it takes then: `speed` is as the
// device will run. Shares follow speeds, and what a device needs follows its share, so this goes on until no other
// device has to. Devices that were not measured are left as they are.
std::vector<CandidateMachine> asTheyRun(const JobSpec &job, const std::vector<CandidateMachine> &machines);

// Tells each rank of the plan whether it recomputes, and why: `ranks` are as they run, `measured` as they were before.
void explainRecomputation(
    Plan &plan, const JobSpec &job, const std::vector<RankNeeds> &ranks, const std::vector<CandidateMachine> &measured);

} // namespace motley
