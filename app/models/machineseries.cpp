// What the steps say of each machine of a run.
#include "app/models/metricseries.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr double recentSteps = 50;
constexpr std::size_t mostLatest = 100; // steps of which all that the ranks said is kept

double leastExchange(const StepDone &step)
{
    const auto least = std::min_element(step.ranks.begin(), step.ranks.end(),
        [](const RankStep &a, const RankStep &b) { return a.exchangeSeconds < b.exchangeSeconds; });
    return least == step.ranks.end() ? 0 : least->exchangeSeconds;
}

// NaN: nothing was computed, so nobody knows what the machine could do.
double whatItCouldDo(const SpeedHistory &own)
{
    const auto speed = own.samplesPerSecond();
    return speed && *speed > 0 ? *speed : std::nan("");
}

} // namespace

void MachineSeries::addTelemetry(double step, const Telemetry &sample)
{
    telemetry = sample;
    readings.add(step, sample);
}

void MachineSeries::reserve(std::size_t steps)
{
    speed.reserve(steps);
    ownSpeed.reserve(steps);
    samplesPerSecond.reserve(steps);
    ownSamplesPerSecond.reserve(steps);
    split.reserve(steps);
}

void MetricSeries::countShares(double step)
{
    for (auto &machine : m_machines)
        machine.share = machine.ranks = 0;
    for (const PlannedRank &rank : plan()->ranks) {
        if (rank.machine < 0 || static_cast<std::size_t>(rank.machine) >= m_machines.size())
            continue;
        auto &machine = m_machines[static_cast<std::size_t>(rank.machine)];
        machine.share += rank.share;
        ++machine.ranks;
    }
    for (auto &machine : m_machines) {
        while (!machine.shares.empty() && machine.shares.back().first >= step)
            machine.shares.pop_back();
        if (machine.shares.empty() || machine.shares.back().share != machine.share)
            machine.shares.push_back({step, machine.share});
    }
}

// Ranks that come or go change what a step takes, so steps of other ranks than now are no measure of it.
void MetricSeries::noteLatest(const StepDone &step)
{
    const auto sameRanks = [&](const StepDone &other) {
        return std::equal(step.ranks.begin(), step.ranks.end(), other.ranks.begin(), other.ranks.end(),
            [](const RankStep &a, const RankStep &b) { return a.rank == b.rank; });
    };
    if (!m_latestSteps.empty() && !sameRanks(m_latestSteps.back()))
        m_latestSteps.clear();
    if (m_latestSteps.size() == mostLatest)
        m_latestSteps.pop_front();
    m_latestSteps.push_back(step);
}

std::optional<std::size_t> MetricSeries::machineOfRank(int rank) const
{
    if (!plan() || rank < 0 || static_cast<std::size_t>(rank) >= plan()->ranks.size())
        return std::nullopt;
    const auto machine = static_cast<std::size_t>(plan()->ranks[static_cast<std::size_t>(rank)].machine);
    return machine < m_machines.size() ? std::optional(machine) : std::nullopt;
}

void MetricSeries::addLives(double step, const std::vector<int> &ranks)
{
    for (std::size_t i = 0; i < m_machines.size(); ++i) {
        auto &life = m_machines[i].life;
        if (life.empty() || life.back().ranks != ranks[i])
            life.push_back({step, step, ranks[i]});
        life.back().last = step;
    }
}

void MetricSeries::addParts(const StepDone &step, const std::vector<int> &ranks)
{
    std::vector<double> samples(m_machines.size());
    std::vector<TimeSplit> splits(m_machines.size());
    const double least = leastExchange(step);
    for (const RankStep &rank : step.ranks) {
        const auto machine = machineOfRank(rank.rank);
        if (!machine)
            continue;
        samples[*machine] += unitsOf(rank, unit());
        const double part = 1.0 / ranks[*machine];
        auto &split = splits[*machine];
        split.data += rank.dataSeconds * part;
        split.forward += rank.forwardSeconds * part;
        split.backward += rank.backwardSeconds * part;
        split.exchange += least * part;
        split.waiting += (rank.exchangeSeconds - least) * part;
        split.optimizer += rank.optimizerSeconds * part;
    }
    for (std::size_t i = 0; i < m_machines.size(); ++i) {
        auto &machine = m_machines[i];
        machine.split.add(splits[i], step.seconds);
        machine.speed.add(samples[i], step.seconds);
        machine.ownSpeed.add(samples[i], machine.split.back().own());
        const bool trained = ranks[i] > 0;
        machine.samplesPerSecond.push_back(trained ? machine.speed.samplesPerSecond().value_or(0) : std::nan(""));
        machine.ownSamplesPerSecond.push_back(trained ? whatItCouldDo(machine.ownSpeed) : std::nan(""));
    }
}

WholeSplit MetricSeries::recentSplit(const MachineSeries &machine) const
{
    SplitSum sum;
    for (std::size_t i = machine.split.size(); i > 0 && sum.steps < recentSteps; --i)
        sum.add(machine.split[i - 1], m_stepSeconds[i - 1]); // nothing where it was not in the run
    return sum.mean();
}

} // namespace motley
