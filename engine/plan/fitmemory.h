// Fits the ranks of a plan into their memory: micro-batch sizes and shards of the optimizer state.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/plan/candidate.h"
#include "engine/plan/memorymodel.h"
#include "engine/protocol/plan.h"

namespace motley {

// The work of one rank and the memory it has for it.
struct RankNeeds {
    SpeedReport speed; // empty: not measured
    std::int64_t bytes = 0; // memory that its tensors may fill; 0: not known
    std::int64_t share = 0; // units of each global batch
    std::int64_t samples = 0; // in the share
    bool exchanges = false; // gradients with other ranks
    bool joinsUpdates = false; // with other ranks, by Adasum
    bool copiesState = false; // on a CPU, to write a checkpoint while it trains on
    bool narrows = false; // the gradients that it exchanges, into 16 bits
    double heldState = 1; // part of the optimizer state that it holds; 1: all
    double mirroredState = 0; // part of the optimizer state that it holds for other ranks
    double stateShare = 0; // PlannedRank::stateShare: as heldState, but 0 where the state is not sharded
};

// One RankNeeds for each candidate of the machines, in order; `shares` are their shares of each batch. Where the
// optimizer state is to be sharded, also sets the size of each rank's shard, and of what it mirrors: nothing where a
// rank's memory would not hold that.
std::vector<RankNeeds> needsOf(
    const JobSpec &job, const std::vector<CandidateMachine> &machines, const std::vector<std::int64_t> &shares);

bool holdsMirrors(const std::vector<RankNeeds> &ranks); // each part of the state is held for another rank too

MemoryUse useOf(const RankNeeds &rank, std::int64_t atOnce); // of passes of so many samples

// predictedPeak() and largestPass() of engine/plan/memorymodel.h for this rank, with `memory` in place of its
// measurement.
std::int64_t peakOf(const RankNeeds &rank, const MemoryReport &memory, std::int64_t atOnce);
std::optional<FittingPass> largestPassOf(const RankNeeds &rank, const MemoryReport &memory);

// Sets for each rank of the plan the micro-batch, the predicted memory and the shard of the optimizer state. Ranks
// whose memory was not measured, or whose free memory is not known, keep their micro-batch: the run finds it by itself.
void fitMemory(Plan &plan, const JobSpec &job, const std::vector<RankNeeds> &ranks);

// Bytes that the tensors of a rank on this device may fill: free memory, less what is not tensors and a reserve, and no
// more than the job's limit; 0: not known. CPU ranks of one machine share its memory equally.
std::int64_t memoryFor(const CandidateMachine &machine, const Candidate &candidate, const JobSpec &job);

// The largest micro-batch, in samples, of a rank on this device; `unlimited`: not known, or far more than any job uses;
// 0: not even one sample fits.
std::int64_t mostAtOnce(const CandidateMachine &machine, const Candidate &candidate, const JobSpec &job);

// The largest share of a rank on this device. With batch normalisation a share must be one micro-batch, so it is
// bounded by memory and by the job's micro-batch; for other models it is `unlimited`.
std::int64_t largestShare(const CandidateMachine &machine, const Candidate &candidate, const JobSpec &job);

double measuredUnits(const JobSpec &job); // units in the batch of a speed measurement

// Whether the model has batch normalisation, so that cutting a share into micro-batches would change its results.
bool normalisesOverBatch(const JobSpec &job);

} // namespace motley
