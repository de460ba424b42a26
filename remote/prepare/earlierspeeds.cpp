#include "remote/prepare/earlierspeeds.h"

#include <algorithm>

namespace motley {

namespace {

// What the time of a step depends on, and how much data an epoch has.
JobSpec stepsOf(const JobSpec &job)
{
    JobSpec steps;
    steps.task = job.task;
    steps.batch = job.batch;
    steps.order = job.order;
    steps.clipNorm = job.clipNorm;
    steps.precision = job.precision;
    steps.memory = job.memory;
    steps.optimizer = job.optimizer;
    steps.exchange = job.exchange;
    return steps;
}

bool isSameMachine(const Machine &machine, const Machine &other)
{
    return machine.kind == other.kind && machine.name == other.name && machine.destination == other.destination
        && machine.installRoot == other.installRoot;
}

} // namespace

std::vector<CandidateMachine> goodFor(
    const RunRequest &now, const RunRequest &then, const std::vector<CandidateMachine> &measured)
{
    std::vector<CandidateMachine> good;
    if (stepsOf(now.job) != stepsOf(then.job) || now.threadsPerCpuRank != then.threadsPerCpuRank)
        return good;
    for (std::size_t i = 0; i < measured.size() && i < then.machines.size(); ++i)
        if (std::any_of(now.machines.begin(), now.machines.end(),
                [&](const Machine &machine) { return isSameMachine(machine, then.machines[i]); }))
            good.push_back(measured[i]);
    return good;
}

bool reuseEarlierSpeeds(CandidateMachine &machine, const std::vector<CandidateMachine> &earlier)
{
    const auto known = std::find_if(
        earlier.begin(), earlier.end(), [&](const CandidateMachine &other) { return other.name == machine.name; });
    if (known == earlier.end())
        return false;
    const bool isOfTheSame = std::equal(machine.candidates.begin(), machine.candidates.end(), known->candidates.begin(),
        known->candidates.end(), [](const Candidate &now, const Candidate &then) {
            return now.device == then.device && now.threads == then.threads && then.speed;
        });
    if (!isOfTheSame)
        return false;
    machine.candidates = known->candidates;
    machine.record.measuringSeconds = known->record.measuringSeconds;
    machine.record.insideBytesPerSecond = known->record.insideBytesPerSecond;
    machine.record.insideLatencySeconds = known->record.insideLatencySeconds;
    return true;
}

} // namespace motley
