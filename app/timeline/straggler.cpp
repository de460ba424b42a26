#include "app/timeline/straggler.h"

#include "engine/plan/balance/batchsplit.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace motley {

namespace {

constexpr double worthCounting = 0.01; // of a step

struct Wait {
    int machine = -1;
    double seconds = 0; // mean over the ranks of other machines
};

int machineOfRank(const Plan &plan, int rank)
{
    return rank >= 0 && std::size_t(rank) < plan.ranks.size() ? plan.ranks[std::size_t(rank)].machine : -1;
}

Wait waitIn(const StepDone &step, const Plan &plan)
{
    const auto last = std::min_element(step.ranks.begin(), step.ranks.end(),
        [](const RankStep &a, const RankStep &b) { return a.exchangeSeconds < b.exchangeSeconds; });
    if (last == step.ranks.end())
        return {};
    const int machine = machineOfRank(plan, last->rank);
    double seconds = 0;
    int others = 0;
    for (const RankStep &rank : step.ranks) {
        if (machineOfRank(plan, rank.rank) == machine)
            continue;
        seconds += rank.exchangeSeconds - last->exchangeSeconds;
        ++others;
    }
    return others > 0 ? Wait{machine, seconds / others} : Wait{};
}

// Means over the latest steps.
struct RankMeans {
    int rank = 0;
    double units = 0;
    double ownSeconds = 0;
};

struct StepMeans {
    std::vector<RankMeans> ranks;
    double exchangeSeconds = 0; // of the rank that waits least in each step
    double units = 0; // of a batch
};

StepMeans meansOf(const std::deque<StepDone> &latest)
{
    StepMeans means;
    const double part = 1 / double(latest.size());
    for (const RankStep &rank : latest.back().ranks)
        means.ranks.push_back({rank.rank, 0, 0});
    for (const StepDone &step : latest) {
        double least = INFINITY;
        for (std::size_t i = 0; i < step.ranks.size(); ++i) {
            means.ranks[i].units += step.ranks[i].units * part;
            means.ranks[i].ownSeconds += step.ranks[i].ownSeconds() * part;
            means.units += step.ranks[i].units * part;
            least = std::min(least, step.ranks[i].exchangeSeconds);
        }
        means.exchangeSeconds += std::isfinite(least) ? least * part : 0;
    }
    return means;
}

// What part of a rank's time does not depend on its share is known from before the run, relative to the other part.
StepTime timeOf(const RankMeans &means, const PlannedRank &planned)
{
    const double fixedUnits = planned.secondsPerUnit > 0 ? planned.fixedSeconds / planned.secondsPerUnit : 0;
    const double units = means.units + std::max(0.0, fixedUnits);
    const double perUnit = units > 0 ? means.ownSeconds / units : 0;
    return {std::max(0.0, fixedUnits) * perUnit, perUnit};
}

// Seconds of the slowest of the others with the whole batch. nullopt: nothing is known of them, or it does not fit.
std::optional<double> secondsOfOthers(const StepMeans &means, const Plan &plan, int machine)
{
    const auto total = std::int64_t(std::llround(means.units));
    std::vector<RankLimits> others;
    for (const RankMeans &rank : means.ranks) {
        const PlannedRank &planned = plan.ranks[std::size_t(rank.rank)];
        if (planned.machine == machine || rank.units <= 0)
            continue;
        const StepTime time = timeOf(rank, planned);
        if (time.secondsPerUnit <= 0)
            return std::nullopt;
        others.push_back({time, planned.largestShare.value_or(unlimited)});
    }
    if (others.empty() || total <= 0)
        return std::nullopt;
    const auto shares = fastestSplit(total, others);
    if (shares.empty())
        return std::nullopt;
    const std::size_t slowest = slowestOf(shares, others);
    return others[slowest].time.at(double(shares[slowest]));
}

std::optional<double> speedWithout(const std::deque<StepDone> &latest, const Plan &plan, int machine)
{
    const bool areOfThePlan = std::all_of(latest.back().ranks.begin(), latest.back().ranks.end(),
        [&](const RankStep &rank) { return machineOfRank(plan, rank.rank) >= 0; });
    if (!areOfThePlan || plan.shareRule == ShareRule::Given || groupsOf(plan) > 0)
        return std::nullopt; // the batch is not split by speed
    const StepMeans means = meansOf(latest);
    const auto without = secondsOfOthers(means, plan, machine);
    if (!without || *without <= 0)
        return std::nullopt;
    double now = 0;
    std::size_t others = 0;
    for (const RankMeans &rank : means.ranks) {
        now = std::max(now, rank.ownSeconds);
        others += machineOfRank(plan, rank.rank) != machine ? 1 : 0;
    }
    const double exchangeOfOthers = others > 1 ? means.exchangeSeconds : 0; // one rank exchanges with nobody
    return (now + means.exchangeSeconds) / (*without + exchangeOfOthers);
}

} // namespace

Straggler stragglerOf(const std::deque<StepDone> &latest, const Plan &plan)
{
    Straggler found;
    found.steps = int(latest.size());
    std::vector<Straggler> machines(plan.machines.size());
    double seconds = 0;
    for (const StepDone &step : latest) {
        seconds += step.seconds;
        const Wait wait = waitIn(step, plan);
        if (wait.machine < 0 || wait.seconds < worthCounting * step.seconds)
            continue;
        Straggler &machine = machines[std::size_t(wait.machine)];
        ++machine.waitedSteps;
        machine.waitedPart += wait.seconds;
    }
    const auto most = std::max_element(machines.begin(), machines.end(),
        [](const Straggler &a, const Straggler &b) { return a.waitedSteps < b.waitedSteps; });
    if (most == machines.end() || most->waitedSteps == 0)
        return found;
    found.machine = int(most - machines.begin());
    found.waitedSteps = most->waitedSteps;
    found.waitedPart = seconds > 0 ? most->waitedPart / seconds : 0;
    found.speedWithout = speedWithout(latest, plan, found.machine);
    return found;
}

} // namespace motley
