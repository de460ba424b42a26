#include "app/words/speedhistory.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::size_t recentSteps = 50;
constexpr std::size_t stepsForAnEstimate = 20;

} // namespace

double unitsOf(const RankStep &rank, BatchUnit unit)
{
    return unit == BatchUnit::Tokens ? rank.units : static_cast<double>(rank.samples);
}

double unitsOf(const StepDone &step, BatchUnit unit)
{
    if (unit == BatchUnit::Samples)
        return static_cast<double>(step.samples);
    double units = 0;
    for (const RankStep &rank : step.ranks)
        units += unitsOf(rank, unit);
    return units;
}

void SpeedHistory::add(double samples, double seconds)
{
    m_samples.push_back(m_samples.back() + samples);
    m_seconds.push_back(m_seconds.back() + seconds);
    compareWithEstimate(m_seconds.size() - 1);
}

void SpeedHistory::reserve(std::size_t steps)
{
    m_samples.reserve(steps + 1);
    m_seconds.reserve(steps + 1);
}

void SpeedHistory::forgetFrom(std::size_t step)
{
    m_samples.resize(std::min(m_samples.size(), step + 1));
    m_seconds.resize(m_samples.size());
    m_outcomes.reset();
    for (std::size_t steps = 1; steps < m_seconds.size(); ++steps)
        compareWithEstimate(steps);
}

std::size_t SpeedHistory::firstRecent(std::size_t steps)
{
    return steps - std::min(steps, recentSteps);
}

double SpeedHistory::secondsPerStep(std::size_t from, std::size_t to) const
{
    return (m_seconds[to] - m_seconds[from]) / static_cast<double>(to - from);
}

// Compares the last 20 steps with the estimate that was made before them.
void SpeedHistory::compareWithEstimate(std::size_t steps)
{
    if (steps < 2 * stepsForAnEstimate)
        return;
    const std::size_t made = steps - stepsForAnEstimate;
    const double estimate = secondsPerStep(firstRecent(made), made);
    if (estimate <= 0)
        return;
    const double outcome = secondsPerStep(made, steps) / estimate;
    const Outcomes before = m_outcomes.value_or(Outcomes());
    m_outcomes = {std::min(outcome, before.least), std::max(outcome, before.most)};
}

std::optional<double> SpeedHistory::samplesPerSecond() const
{
    const double seconds = m_seconds.back() - m_seconds[firstRecent()];
    if (seconds <= 0)
        return std::nullopt;
    return (m_samples.back() - m_samples[firstRecent()]) / seconds;
}

std::optional<double> SpeedHistory::samplesPerSecond(std::size_t from, std::size_t to) const
{
    to = std::min(to, m_seconds.size() - 1);
    if (from >= to || m_seconds[to] <= m_seconds[from])
        return std::nullopt;
    return (m_samples[to] - m_samples[from]) / (m_seconds[to] - m_seconds[from]);
}

std::optional<double> SpeedHistory::meanSamplesPerSecond() const
{
    if (m_seconds.back() <= 0)
        return std::nullopt;
    return m_samples.back() / m_seconds.back();
}

std::optional<double> SpeedHistory::secondsFor(double steps) const
{
    const std::size_t taken = m_samples.size() - 1;
    if (taken < stepsForAnEstimate)
        return std::nullopt;
    return std::max(0.0, steps) * secondsPerStep(firstRecent(), taken);
}

std::optional<SpeedHistory::Range> SpeedHistory::rangeFor(double steps) const
{
    const auto seconds = secondsFor(steps);
    if (!seconds || !m_outcomes)
        return std::nullopt;
    return Range{*seconds * m_outcomes->least, *seconds * m_outcomes->most};
}

} // namespace motley
