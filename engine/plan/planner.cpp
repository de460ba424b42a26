#include "engine/plan/planner.h"

#include "engine/plan/addresses.h"
#include "engine/plan/balance/batchsplit.h"
#include "engine/plan/fitmemory.h"
#include "engine/plan/fittingbase.h"
#include "engine/plan/forecast/adasumgroups.h"
#include "engine/plan/forecast/forecast.h"
#include "engine/plan/recomputation.h"
#include "engine/plan/runmodel.h"
#include "engine/plan/sharedhardware.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace motley {

namespace {

constexpr StepTime even{0, 1}; // of every rank, where not all are measured

bool joinsEqualBatches(const ExchangeSpec &exchange)
{
    return exchange.combine == ExchangeSpec::Combine::Adasum && exchange.between == ExchangeSpec::Between::Groups;
}

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

bool areMeasured(const std::vector<CandidateMachine> &machines)
{
    return std::all_of(machines.begin(), machines.end(), [](const CandidateMachine &machine) {
        return std::all_of(machine.candidates.begin(), machine.candidates.end(),
            [](const Candidate &candidate) { return candidate.speed && candidate.speed->secondsPerUnit > 0; });
    });
}

struct Split {
    std::vector<std::int64_t> shares;
    ShareRule rule = ShareRule::Even;
    PredictedStep predicted = {};
};

// Shares and predicted step are those of the forecast, so that the run can be compared with it at the end.
Result<Split> splitOf(const JobSpec &job, const std::vector<CandidateMachine> &machines)
{
    if (!areMeasured(machines))
        return Split{sharesOf(job, machines)};
    return modelRun(job, machines)
        .and_then([](const RunModel &model) { return forecast(model.job, model.cluster, allOf(model.cluster)); })
        .map([](const Forecast &found) {
            return Split{found.shares, ShareRule::Measured, stepOf(found)};
        });
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

std::vector<std::int64_t> sharesOf(const JobSpec &job, const std::vector<CandidateMachine> &machines)
{
    const bool known = areMeasured(machines);
    std::vector<RankLimits> limits;
    std::vector<std::size_t> owners;
    for (std::size_t i = 0; i < machines.size(); ++i)
        for (const Candidate &candidate : machines[i].candidates) {
            limits.push_back({known ? StepTime{candidate.speed->fixedSeconds, candidate.speed->secondsPerUnit} : even});
            owners.push_back(i);
        }
    if (!joinsEqualBatches(job.exchange))
        return fastestSplit(job.batch, limits);
    return equalBatches(job.batch, limits, adasumGroups(job.exchange.between, owners, limits, job.batch));
}

void setGroups(Plan &plan, const JobSpec &job)
{
    if (job.exchange.combine != ExchangeSpec::Combine::Adasum)
        return;
    const bool known = std::all_of(
        plan.ranks.begin(), plan.ranks.end(), [](const PlannedRank &rank) { return rank.secondsPerUnit > 0; });
    std::vector<RankLimits> limits;
    std::vector<std::size_t> owners;
    for (const PlannedRank &rank : plan.ranks) {
        limits.push_back({known ? StepTime{rank.fixedSeconds, rank.secondsPerUnit} : even});
        owners.push_back(std::size_t(rank.machine));
    }
    const auto groups = adasumGroups(job.exchange.between, owners, limits, job.batch);
    for (std::size_t i = 0; i < groups.size(); ++i)
        plan.ranks[i].group = groups[i];
}

Result<Plan> planRun(const JobSpec &job, const std::vector<CandidateMachine> &machines)
{
    for (const CandidateMachine &machine : machines)
        if (machine.candidates.empty())
            return fail("No device of " + machine.name + " is ticked. Tick one, or leave the machine out.");
    if (machines.empty())
        return fail("No device is ticked. Tick at least one.");
    if (const auto once = checkEachGpuOnce(machines); !once)
        return tl::unexpected(once.error());

    auto placed = placeMachines(machines);
    if (!placed)
        return tl::unexpected(placed.error());
    if (const auto holds = checkHolds(job, needsOf(job, machines, sharesOf(job, machines)), machines); !holds)
        return tl::unexpected(holds.error());
    const std::vector<CandidateMachine> running = asTheyRun(job, machines);
    const auto split = splitOf(job, running);
    if (!split)
        return tl::unexpected(split.error());
    Plan plan;
    bool allGpus = true;
    for (std::size_t i = 0; i < running.size(); ++i)
        for (const Candidate &candidate : running[i].candidates) {
            const SpeedReport speed = candidate.speed.value_or(SpeedReport());
            plan.ranks.push_back({int(i), candidate.device, split->shares[plan.ranks.size()], 0,
                candidate.threadsOfRank(), speed.samplesPerSecond, speed.fixedSeconds, speed.secondsPerUnit});
            PlannedRank &rank = plan.ranks.back();
            if (const std::int64_t largest = largestShare(running[i], candidate, job); largest < job.batch)
                rank.largestShare = std::max(largest, rank.share);
            allGpus = allGpus && candidate.device.kind == Device::Kind::Cuda;
        }

    setGroups(plan, job);
    plan.machines = *std::move(placed);
    plan.backend = allGpus ? Backend::Nccl : Backend::Gloo;
    plan.shareRule = split->rule;
    plan.predicted = split->predicted;
    const std::vector<RankNeeds> ranks = needsOf(job, running, split->shares);
    fitMemory(plan, job, ranks);
    explainRecomputation(plan, job, ranks, machines);
    return plan;
}

} // namespace motley
