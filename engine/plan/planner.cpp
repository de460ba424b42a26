#include "engine/plan/planner.h"

#include "engine/plan/addresses.h"
#include "engine/plan/batchsplit.h"
#include "engine/plan/fitmemory.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace motley {

namespace {

Result<std::vector<PlannedMachine>> placeMachines(const std::vector<CandidateMachine> &machines)
{
    const auto addresses = chooseAddresses(machines);
    std::vector<PlannedMachine> placed;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        if (!addresses[i])
            return fail("No network address was found at which the other machines can reach " + machines[i].name
                + ". Add it as a machine over SSH, or train without it.");
        placed.push_back({machines[i].name, *addresses[i]});
    }
    return placed;
}

void give(Plan &plan, const std::vector<std::int64_t> &shares)
{
    for (std::size_t i = 0; i < plan.ranks.size(); ++i)
        plan.ranks[i].share = shares[i];
}

void shareEvenly(Plan &plan, std::int64_t batch)
{
    give(plan, proportionalShares(batch, std::vector<double>(plan.ranks.size(), 1)));
}

// The prediction leaves out the exchange between the ranks.
void shareAsMeasured(Plan &plan, std::int64_t batch)
{
    std::vector<RankLimits> limits;
    double together = 0; // batches a second, if nothing were lost
    for (const PlannedRank &rank : plan.ranks) {
        limits.push_back({{rank.fixedSeconds, rank.secondsPerUnit}});
        together += 1 / limits.back().time.at(double(batch));
        plan.predictedSamplesPerSecond += rank.samplesPerSecond;
    }
    const auto shares = fastestSplit(batch, limits);
    give(plan, shares);
    plan.shareRule = ShareRule::Measured;
    plan.predictedSamplesPerSecond *= 1 / together / longestSeconds(shares, limits);
}

} // namespace

std::vector<std::int64_t> proportionalShares(std::int64_t total, const std::vector<double> &speeds)
{
    const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    std::vector<std::int64_t> shares(speeds.size(), 0);
    std::vector<double> remainders(speeds.size(), 0);
    for (std::size_t i = 0; i < speeds.size(); ++i) {
        const double exact = sum > 0 ? double(total) * speeds[i] / sum : double(total) / double(speeds.size());
        shares[i] = std::int64_t(std::floor(exact));
        remainders[i] = exact - std::floor(exact);
    }
    std::vector<std::size_t> order(speeds.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return remainders[a] > remainders[b]; });
    auto left = total - std::accumulate(shares.begin(), shares.end(), std::int64_t(0));
    for (std::size_t i = 0; left > 0; ++i, --left)
        ++shares[order[i % order.size()]];
    return shares;
}

Result<Plan> planRun(const JobSpec &job, const std::vector<CandidateMachine> &machines)
{
    Plan plan;
    bool allMeasured = true;
    bool allGpus = true;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        if (machines[i].candidates.empty())
            return fail("No device of " + machines[i].name + " is ticked. Tick one, or leave the machine out.");
        for (const auto &candidate : machines[i].candidates) {
            const SpeedReport speed = candidate.speed.value_or(SpeedReport());
            plan.ranks.push_back({int(i), candidate.device, 0, 0, candidate.threads, speed.samplesPerSecond,
                speed.fixedSeconds, speed.secondsPerUnit});
            allMeasured = allMeasured && speed.secondsPerUnit > 0;
            allGpus = allGpus && candidate.device.kind == Device::Kind::Cuda;
        }
    }
    if (plan.ranks.empty())
        return fail("No device is ticked. Tick at least one.");

    auto placed = placeMachines(machines);
    if (!placed)
        return tl::unexpected(placed.error());
    plan.machines = *std::move(placed);
    plan.backend = allGpus ? Backend::Nccl : Backend::Gloo;
    allMeasured ? shareAsMeasured(plan, job.batch) : shareEvenly(plan, job.batch);
    fitMemory(plan, job, machines);
    return plan;
}

} // namespace motley
