// What each machine did in each step, as a part of MetricSeries.
#include "app/models/metricseries.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr std::size_t recentSteps = 50;

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

void MetricSeries::addParts(const StepDone &step, const std::vector<int> &ranks)
{
    std::vector<double> samples(m_machines.size());
    const double least = leastExchange(step);
    for (auto &machine : m_machines)
        machine.split.emplace_back();
    for (const RankStep &rank : step.ranks) {
        const auto machine = machineOfRank(rank.rank);
        if (!machine)
            continue;
        samples[*machine] += unitsOf(rank, unit());
        const double part = 1.0 / ranks[*machine];
        auto &split = m_machines[*machine].split.back();
        split.data += rank.dataSeconds * part;
        split.forward += rank.forwardSeconds * part;
        split.backward += rank.backwardSeconds * part;
        split.exchange += least * part;
        split.waiting += (rank.exchangeSeconds - least) * part;
        split.optimizer += rank.optimizerSeconds * part;
    }
    for (std::size_t i = 0; i < m_machines.size(); ++i) {
        auto &machine = m_machines[i];
        machine.speed.add(samples[i], step.seconds);
        machine.ownSpeed.add(samples[i], machine.split.back().own());
        const bool trained = ranks[i] > 0;
        machine.samplesPerSecond.push_back(trained ? machine.speed.samplesPerSecond().value_or(0) : std::nan(""));
        machine.ownSamplesPerSecond.push_back(trained ? whatItCouldDo(machine.ownSpeed) : std::nan(""));
    }
}

TimeSplit MetricSeries::recentSplit(const MachineSeries &machine) const
{
    std::vector<TimeSplit> used;
    for (auto split = machine.split.rbegin(); split != machine.split.rend() && used.size() < recentSteps; ++split)
        if (split->total() > 0) // it was in the run
            used.push_back(*split);
    TimeSplit mean;
    const auto count = static_cast<double>(used.size());
    for (const TimeSplit &split : used) {
        mean.data += split.data / count;
        mean.forward += split.forward / count;
        mean.backward += split.backward / count;
        mean.waiting += split.waiting / count;
        mean.exchange += split.exchange / count;
        mean.optimizer += split.optimizer / count;
    }
    return mean;
}

} // namespace motley
