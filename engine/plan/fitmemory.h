// What each rank of a plan does about its memory.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/plan/candidate.h"
#include "engine/plan/memorymodel.h"
#include "engine/protocol/plan.h"

namespace motley {

// What a rank has to do, and with how much memory.
struct RankNeeds {
    SpeedReport speed; // empty: not measured
    std::int64_t bytes = 0; // that its tensors may fill; 0: not known
    std::int64_t share = 0;
    std::int64_t samples = 0; // in it
    bool exchanges = false; // there are other ranks
    double heldState = 1; // of the optimizer state
    double stateShare = 0; // the same as a plan says it
};

// The machines' candidates, in their order, with their shares of each batch. Where ranks hold parts of the optimizer's
// memory, how large these are.
std::vector<RankNeeds> needsOf(
    const JobSpec &job, const std::vector<CandidateMachine> &machines, const std::vector<std::int64_t> &shares);

// As in engine/plan/memorymodel.h, with `memory` for what the rank takes.
std::int64_t peakOf(const RankNeeds &rank, const MemoryReport &memory, std::int64_t atOnce);
std::optional<FittingPass> largestPassOf(const RankNeeds &rank, const MemoryReport &memory);

// Fills in how many samples each rank takes at once, what its tensors will fill, and its part of the optimizer's
// memory. Ranks that were not measured, or of whose memory nothing is known, stay as they are: the run finds out by
// itself.
void fitMemory(Plan &plan, const JobSpec &job, const std::vector<RankNeeds> &ranks);

// Bytes that the tensors of a rank on this device may fill: what is free, less what is no tensor and a reserve; 0: not
// known. Ranks on one machine's processors share its memory.
std::int64_t memoryFor(const CandidateMachine &machine, const Candidate &candidate, const JobSpec &job);

// The most samples that a rank on this device may take in one pass; `unlimited`: not known, or far more than anybody
// takes.
std::int64_t mostAtOnce(const CandidateMachine &machine, const Candidate &candidate, const JobSpec &job);

// The largest share that a rank on this device may have: of a model that normalises over the batch a share is one pass,
// so it must fit into memory and into the job's micro-batch. Of other models `unlimited`.
std::int64_t largestShare(const CandidateMachine &machine, const Candidate &candidate, const JobSpec &job);

double measuredUnits(const JobSpec &job); // of the batch that a device was measured with

// Micro-batches would change what such a model computes.
bool normalisesOverBatch(const JobSpec &job);

} // namespace motley
