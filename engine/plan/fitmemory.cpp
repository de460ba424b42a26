#include "engine/plan/fitmemory.h"

#include "engine/job/tasks/taskkind.h"
#include "engine/plan/balance/batchsplit.h"
#include "engine/plan/balance/statemirrors.h"
#include "engine/plan/memoryparts.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace motley {

namespace {

constexpr std::int64_t mebibyte = 1 << 20;
constexpr std::int64_t besideTensors = 1024 * mebibyte; // on a GPU: CUDA's context, NCCL's buffers, cuDNN's kernels
constexpr std::int64_t besideCpuTensors = 512 * mebibyte; // on the CPU: the engine itself
constexpr double usable = 0.9; // of free memory: the rest is lost to fragmentation and other processes
constexpr std::int64_t farMoreThanTaken = 1 << 24; // samples in one micro-batch: as good as unlimited
constexpr std::int64_t mostMeasured = 1024; // samples in the batch of a speed measurement

std::optional<std::int64_t> freeBytes(const CandidateMachine &machine, const Candidate &candidate)
{
    const ProbeReport &report = machine.report;
    if (candidate.device.kind == Device::Kind::Cpu) {
        const auto sharing = std::count_if(machine.candidates.begin(), machine.candidates.end(),
            [](const Candidate &other) { return other.device.kind == Device::Kind::Cpu; });
        if (!report.memoryAvailableBytes)
            return std::nullopt;
        return *report.memoryAvailableBytes / sharing - besideCpuTensors;
    }
    for (const GpuReport &gpu : report.gpus)
        if (gpu.uuid == candidate.device.uuid && gpu.memoryFreeBytes)
            return *gpu.memoryFreeBytes - besideTensors;
    return std::nullopt;
}

// The samples in a share. Shares count units, which are samples or parts of samples (tokens); the speed measurement
// shows how many samples a unit is.
std::int64_t samplesIn(std::int64_t share, const JobSpec &job, const SpeedReport &speed)
{
    const double units = measuredUnits(job);
    const double samples = speed.samplesPerSecond * (speed.fixedSeconds + speed.secondsPerUnit * units);
    return std::max<std::int64_t>(1, std::llround(double(share) * std::min(1.0, samples / units)));
}

// Sharding the optimizer state costs hardly any time, so it comes before recomputing activations, unless recomputing
// alone makes the rank fit and sharding alone does not.
bool wantsParts(const RankNeeds &rank)
{
    const auto fits = [&](const MemoryReport &memory, double heldState) {
        RankNeeds held = rank;
        held.heldState = heldState;
        return largestPassOf(held, memory).has_value();
    };
    const MemoryReport &memory = rank.speed.memory;
    if (fits(memory, 1))
        return false;
    return fits(memory, 0) || !rank.speed.recomputed || !fits(rank.speed.recomputed->memory, 1);
}

std::vector<double> sharesOfState(const JobSpec &job, const std::vector<RankNeeds> &ranks)
{
    if (ranks.size() < 2 || job.memory.shard == MemorySpec::Shard::Never
        || job.exchange.combine == ExchangeSpec::Combine::Adasum)
        return {};
    const bool allKnown = std::all_of(ranks.begin(), ranks.end(),
        [](const RankNeeds &rank) { return isMeasured(rank.speed.memory) && rank.bytes > 0; });
    std::vector<FreeMemory> memories;
    memories.reserve(ranks.size());
    for (const RankNeeds &rank : ranks)
        memories.push_back({rank.speed.memory, rank.bytes - (rank.copiesState ? copiedBytes(rank.speed.memory) : 0)});
    if (job.memory.shard == MemorySpec::Shard::Always)
        return allKnown ? stateShares(memories) : std::vector<double>(ranks.size(), 1.0 / double(ranks.size()));
    return allKnown && std::any_of(ranks.begin(), ranks.end(), wantsParts) ? stateShares(memories)
                                                                           : std::vector<double>();
}

std::vector<int> machinesOf(const std::vector<CandidateMachine> &machines)
{
    std::vector<int> ofRanks;
    for (std::size_t machine = 0; machine < machines.size(); ++machine)
        ofRanks.insert(ofRanks.end(), machines[machine].candidates.size(), int(machine));
    return ofRanks;
}

// What is not known is taken to fit, as with shards that a job asks for.
bool fits(const RankNeeds &rank)
{
    const MemoryReport &memory = rank.speed.memory;
    const auto holds = [&](const MemoryReport &some) { return largestPassOf(rank, some).has_value(); };
    return !isMeasured(memory) || rank.bytes <= 0 || holds(memory)
        || (rank.speed.recomputed && holds(rank.speed.recomputed->memory));
}

// Of ranks whose shards are set.
std::vector<RankNeeds> mirroring(
    std::vector<RankNeeds> ranks, const std::vector<double> &shares, const std::vector<CandidateMachine> &machines)
{
    const std::vector<double> mirrored = mirroredShares(shares, mirrorsBy(shares, machinesOf(machines)));
    for (std::size_t i = 0; i < ranks.size(); ++i)
        ranks[i].mirroredState = mirrored[i];
    return ranks;
}

void predict(PlannedRank &planned, const RankNeeds &rank, std::int64_t atOnce)
{
    planned.memory = memoryParts(rank.speed.memory, useOf(rank, atOnce));
    planned.predictedBytes = planned.memory->sum();
}

// Whether the rank that writes checkpoints, the first one, does so while it trains on.
bool copiesState(const JobSpec &job)
{
    return job.checkpoint.async && job.checkpoint.everySteps != 0;
}

bool narrows(const JobSpec &job)
{
    return job.exchange.gradients == ExchangeSpec::Gradients::BFloat16;
}

} // namespace

bool normalisesOverBatch(const JobSpec &job)
{
    return batchNormsOf(job.task) > 0;
}

std::int64_t mostAtOnce(const CandidateMachine &machine, const Candidate &candidate, const JobSpec &job)
{
    const std::int64_t bytes = memoryFor(machine, candidate, job);
    if (!candidate.speed || !isMeasured(candidate.speed->memory) || bytes <= 0)
        return unlimited;
    const bool joinsUpdates = job.exchange.combine == ExchangeSpec::Combine::Adasum;
    const auto pass = largestPass(candidate.speed->memory, farMoreThanTaken, bytes,
        {.exchanges = !joinsUpdates, .joinsUpdates = joinsUpdates, .narrows = narrows(job)});
    if (!pass)
        return 0;
    return pass->samplesAtOnce < farMoreThanTaken ? pass->samplesAtOnce : unlimited;
}

std::int64_t largestShare(const CandidateMachine &machine, const Candidate &candidate, const JobSpec &job)
{
    if (!normalisesOverBatch(job))
        return unlimited;
    const std::int64_t most = mostAtOnce(machine, candidate, job);
    return job.memory.microbatch > 0 ? std::min(most, job.memory.microbatch) : most;
}

std::int64_t memoryFor(const CandidateMachine &machine, const Candidate &candidate, const JobSpec &job)
{
    const auto free = freeBytes(machine, candidate);
    const std::int64_t limit = job.memory.limitMiB * mebibyte;
    if (!free)
        return limit;
    const auto bytes = std::max<std::int64_t>(0, std::int64_t(usable * double(*free)));
    return limit > 0 ? std::min(limit, bytes) : bytes;
}

double measuredUnits(const JobSpec &job)
{
    return double(std::min(job.batch, mostMeasured));
}

std::vector<RankNeeds> needsOf(
    const JobSpec &job, const std::vector<CandidateMachine> &machines, const std::vector<std::int64_t> &shares)
{
    std::vector<RankNeeds> ranks;
    for (const CandidateMachine &machine : machines)
        for (const Candidate &candidate : machine.candidates) {
            RankNeeds rank;
            rank.speed = candidate.speed.value_or(SpeedReport());
            rank.bytes = memoryFor(machine, candidate, job);
            rank.share = shares[ranks.size()];
            rank.samples = samplesIn(rank.share, job, rank.speed);
            rank.exchanges = shares.size() > 1;
            rank.joinsUpdates = rank.exchanges && job.exchange.combine == ExchangeSpec::Combine::Adasum;
            rank.exchanges = rank.exchanges && !rank.joinsUpdates;
            rank.narrows = narrows(job);
            rank.copiesState = ranks.empty() && candidate.device.kind == Device::Kind::Cpu && copiesState(job);
            ranks.push_back(rank);
        }
    const std::vector<double> parts = sharesOfState(job, ranks);
    for (std::size_t i = 0; i < parts.size(); ++i)
        ranks[i].stateShare = ranks[i].heldState = parts[i];
    if (parts.empty() || !job.memory.mirror)
        return ranks;
    std::vector<RankNeeds> both = mirroring(ranks, parts, machines);
    const bool hold = std::all_of(both.begin(), both.end(), [](const RankNeeds &rank) { return fits(rank); });
    return hold ? both : ranks;
}

bool holdsMirrors(const std::vector<RankNeeds> &ranks)
{
    return std::ranges::any_of(ranks, [](const RankNeeds &rank) { return rank.mirroredState > 0; });
}

MemoryUse useOf(const RankNeeds &rank, std::int64_t atOnce)
{
    return {atOnce, atOnce < rank.samples, rank.exchanges, rank.heldState, rank.joinsUpdates, rank.copiesState,
        rank.narrows, rank.mirroredState};
}

std::int64_t peakOf(const RankNeeds &rank, const MemoryReport &memory, std::int64_t atOnce)
{
    return predictedPeak(memory, useOf(rank, atOnce));
}

std::optional<FittingPass> largestPassOf(const RankNeeds &rank, const MemoryReport &memory)
{
    return largestPass(memory, rank.samples, rank.bytes, useOf(rank, rank.samples));
}

void fitMemory(Plan &plan, const JobSpec &job, const std::vector<RankNeeds> &ranks)
{
    const bool isSharded = std::ranges::any_of(ranks, [](const RankNeeds &rank) { return rank.stateShare > 0; });
    plan.mirrorsState = !job.memory.mirror || !isSharded || holdsMirrors(ranks);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        PlannedRank &planned = plan.ranks[i];
        const RankNeeds &rank = ranks[i];
        const MemoryReport &memory = rank.speed.memory;
        planned.stateShare = rank.stateShare;
        if (!isMeasured(memory) || rank.bytes <= 0)
            continue;
        if (job.memory.microbatch > 0 || normalisesOverBatch(job)) {
            const std::int64_t atOnce
                = job.memory.microbatch > 0 ? std::min(job.memory.microbatch, rank.samples) : rank.samples;
            predict(planned, rank, atOnce);
            continue;
        }
        const auto pass = largestPassOf(rank, memory);
        planned.microbatch = !pass ? 1 : pass->samplesAtOnce < rank.samples ? pass->samplesAtOnce : 0;
        predict(planned, rank, pass ? pass->samplesAtOnce : 1);
    }
}

} // namespace motley
