// What each rank of a plan does about its memory.
#pragma once

#include "engine/plan/planner.h"

namespace motley {

// Fills in how many samples each rank takes at once, what its tensors will fill, and where ranks hold parts of the
// optimizer's memory, how large. Ranks that were not measured, or of whose memory nothing is known, stay as they are:
// the run finds out by itself. The candidates are those of the plan's ranks, in their order.
void fitMemory(Plan &plan, const JobSpec &job, const std::vector<CandidateMachine> &machines);

// Bytes that the tensors of a rank on this device may fill: what is free, less what is no tensor and a reserve; 0: not
// known. Ranks on one machine's processors share its memory.
std::int64_t memoryFor(const CandidateMachine &machine, const Candidate &candidate, const JobSpec &job);

// The most samples that a rank on this device may take in one pass; `unlimited`: not known, or far more than anybody
// takes.
std::int64_t mostAtOnce(const CandidateMachine &machine, const Candidate &candidate, const JobSpec &job);

// Micro-batches would change what such a model computes.
bool normalisesOverBatch(const JobSpec &job);

} // namespace motley
