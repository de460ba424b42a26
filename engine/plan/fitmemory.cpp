#include "engine/plan/fitmemory.h"

#include "engine/plan/batchsplit.h"
#include "engine/plan/memory.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace motley {

namespace {

constexpr std::int64_t mebibyte = 1 << 20;
constexpr std::int64_t besideTensors = 1024 * mebibyte; // of a GPU: CUDA's context, NCCL's buffers, cuDNN's kernels
constexpr std::int64_t besideCpuTensors = 512 * mebibyte; // the engine itself
constexpr double usable = 0.9; // the rest is lost between tensors, or others take it
constexpr std::int64_t farMoreThanTaken = 1 << 24; // samples at once
constexpr std::int64_t mostMeasured = 1024; // samples that are measured at once

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

// A share counts units, which are samples or parts of them: the measurement says how many samples a unit is.
std::int64_t samplesIn(std::int64_t share, const JobSpec &job, const SpeedReport &speed)
{
    const auto units = double(std::min(job.batch, mostMeasured));
    const double samples = speed.samplesPerSecond * (speed.fixedSeconds + speed.secondsPerUnit * units);
    return std::max<std::int64_t>(1, std::llround(double(share) * std::min(1.0, samples / units)));
}

std::vector<double> sharesOfState(
    const JobSpec &job, const std::vector<FreeMemory> &ranks, const std::vector<std::int64_t> &samples)
{
    const auto isKnown = [](const FreeMemory &rank) { return isMeasured(rank.memory) && rank.bytes > 0; };
    const bool allKnown = std::all_of(ranks.begin(), ranks.end(), isKnown);
    if (ranks.size() < 2 || job.memory.shard == MemorySpec::Shard::Never)
        return {};
    if (job.memory.shard == MemorySpec::Shard::Always)
        return allKnown ? stateShares(ranks) : std::vector<double>(ranks.size(), 1.0 / double(ranks.size()));
    for (std::size_t i = 0; allKnown && i < ranks.size(); ++i)
        if (!largestPass(ranks[i].memory, samples[i], ranks[i].bytes, true, 1))
            return stateShares(ranks);
    return {};
}

} // namespace

bool normalisesOverBatch(const JobSpec &job)
{
    const auto *images = std::get_if<ImageSpec>(&job.task);
    return images
        && (images->model.kind == ImageModelSpec::Kind::ResNet18
            || images->model.kind == ImageModelSpec::Kind::ResNet50);
}

std::int64_t mostAtOnce(const CandidateMachine &machine, const Candidate &candidate, const JobSpec &job)
{
    const std::int64_t bytes = memoryFor(machine, candidate, job);
    if (!candidate.speed || !isMeasured(candidate.speed->memory) || bytes <= 0)
        return unlimited;
    const auto pass = largestPass(candidate.speed->memory, farMoreThanTaken, bytes, true, 1);
    if (!pass)
        return 0;
    return pass->samplesAtOnce < farMoreThanTaken ? pass->samplesAtOnce : unlimited;
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

void fitMemory(Plan &plan, const JobSpec &job, const std::vector<CandidateMachine> &machines)
{
    std::vector<FreeMemory> ranks;
    std::vector<std::int64_t> samples; // of each rank's share
    for (const CandidateMachine &machine : machines)
        for (const Candidate &candidate : machine.candidates) {
            const SpeedReport speed = candidate.speed.value_or(SpeedReport());
            samples.push_back(samplesIn(plan.ranks[ranks.size()].share, job, speed));
            ranks.push_back({speed.memory, memoryFor(machine, candidate, job)});
        }
    const auto parts = sharesOfState(job, ranks, samples);
    const bool exchanges = ranks.size() > 1;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        PlannedRank &rank = plan.ranks[i];
        const auto &[memory, bytes] = ranks[i];
        const double held = parts.empty() ? 1 : parts[i];
        rank.stateShare = parts.empty() ? 0 : parts[i];
        if (!isMeasured(memory) || bytes <= 0)
            continue;
        if (job.memory.microbatch > 0 || normalisesOverBatch(job)) {
            const std::int64_t atOnce
                = job.memory.microbatch > 0 ? std::min(job.memory.microbatch, samples[i]) : samples[i];
            rank.predictedBytes = predictedPeak(memory, {atOnce, atOnce < samples[i], exchanges, held});
            continue;
        }
        const auto pass = largestPass(memory, samples[i], bytes, exchanges, held);
        rank.microbatch = !pass ? 1 : pass->samplesAtOnce < samples[i] ? pass->samplesAtOnce : 0;
        rank.predictedBytes = pass ? pass->peakBytes : predictedPeak(memory, {1, samples[i] > 1, exchanges, held});
    }
}

} // namespace motley
