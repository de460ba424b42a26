#include "engine/plan/recomputation.h"

#include "engine/plan/planner.h"

#include <algorithm>
#include <utility>

namespace motley {

namespace {

// The speed report of the device when it recomputes activations; `speed.recomputed` must be set.
SpeedReport recomputing(const SpeedReport &speed, const JobSpec &job)
{
    const auto &[timesAsLong, fixedSeconds, memory] = *speed.recomputed;
    const double units = measuredUnits(job);
    SpeedReport then = speed;
    then.fixedSeconds += (timesAsLong - 1) * fixedSeconds;
    then.secondsPerUnit *= timesAsLong;
    then.samplesPerSecond
        *= (speed.fixedSeconds + speed.secondsPerUnit * units) / (then.fixedSeconds + then.secondsPerUnit * units);
    then.memory = memory;
    then.recomputes = true;
    then.recomputed.reset();
    return then;
}

std::int64_t passesOf(std::int64_t samples, std::int64_t atOnce)
{
    return (samples + atOnce - 1) / atOnce;
}

bool mustRecompute(const JobSpec &job, const RankNeeds &rank)
{
    if (!rank.speed.recomputed || !isMeasured(rank.speed.memory) || rank.bytes <= 0)
        return false;
    const RecomputedReport &recomputed = *rank.speed.recomputed;
    if (job.memory.microbatch > 0)
        return peakOf(rank, rank.speed.memory, std::min(job.memory.microbatch, rank.samples)) > rank.bytes;
    const auto kept = largestPassOf(rank, rank.speed.memory);
    if (!kept || kept->samplesAtOnce >= rank.samples)
        return !kept;
    const auto larger = largestPassOf(rank, recomputed.memory);
    if (!larger)
        return false;
    const double units = rank.speed.secondsPerUnit * double(rank.share);
    const auto secondsIn = [&](std::int64_t passes) { return double(passes) * recomputed.fixedSeconds + units; };
    return recomputed.timesAsLong * secondsIn(passesOf(rank.samples, larger->samplesAtOnce))
        < secondsIn(passesOf(rank.samples, kept->samplesAtOnce));
}

Recomputation reasonOf(const RankNeeds &rank, const PlannedRank &planned, const MemoryReport &kept)
{
    const auto pass = largestPassOf(rank, kept);
    const std::int64_t atOnce = planned.microbatch > 0 ? planned.microbatch : rank.samples;
    return {
        std::max<std::int64_t>(0, peakOf(rank, kept, atOnce) - planned.predictedBytes), pass ? pass->samplesAtOnce : 0};
}

} // namespace

std::vector<CandidateMachine> asTheyRun(const JobSpec &job, const std::vector<CandidateMachine> &machines)
{
    std::vector<CandidateMachine> running = machines;
    for (bool changed = true; std::exchange(changed, false);) {
        const std::vector<RankNeeds> ranks = needsOf(job, running, sharesOf(job, running));
        auto rank = ranks.begin();
        for (CandidateMachine &machine : running)
            for (Candidate &candidate : machine.candidates)
                if (mustRecompute(job, *rank++)) {
                    candidate.speed = recomputing(*candidate.speed, job);
                    changed = true;
                }
    }
    return running;
}

void explainRecomputation(
    Plan &plan, const JobSpec &job, const std::vector<RankNeeds> &ranks, const std::vector<CandidateMachine> &measured)
{
    std::size_t i = 0;
    for (const CandidateMachine &machine : measured)
        for (const Candidate &candidate : machine.candidates) {
            PlannedRank &planned = plan.ranks[i];
            if (job.memory.recompute == MemorySpec::Recompute::Always)
                planned.recompute = Recomputation();
            else if (candidate.speed && candidate.speed->recomputes)
                planned.recompute = Recomputation{0, 0};
            else if (ranks[i].speed.recomputes)
                planned.recompute = reasonOf(ranks[i], planned, candidate.speed->memory);
            ++i;
        }
}

} // namespace motley
