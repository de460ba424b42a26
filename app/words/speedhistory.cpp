#include "app/words/speedhistory.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::size_t recentSteps = 50;
constexpr std::size_t stepsForAnEstimate = 20;

} // namespace

void SpeedHistory::take(double samples, double seconds)
{
    m_samples.push_back(m_samples.back() + samples);
    m_seconds.push_back(m_seconds.back() + seconds);
}

void SpeedHistory::forgetFrom(std::size_t step)
{
    m_samples.resize(std::min(m_samples.size(), step + 1));
    m_seconds.resize(m_samples.size());
}

std::size_t SpeedHistory::firstRecent() const
{
    const std::size_t steps = m_samples.size() - 1;
    return steps - std::min(steps, recentSteps);
}

std::optional<double> SpeedHistory::samplesPerSecond() const
{
    const double seconds = m_seconds.back() - m_seconds[firstRecent()];
    if (seconds <= 0)
        return std::nullopt;
    return (m_samples.back() - m_samples[firstRecent()]) / seconds;
}

std::optional<double> SpeedHistory::secondsFor(double steps) const
{
    const std::size_t taken = m_samples.size() - 1;
    if (taken < stepsForAnEstimate)
        return std::nullopt;
    const auto recent = static_cast<double>(taken - firstRecent());
    return std::max(0.0, steps) * (m_seconds.back() - m_seconds[firstRecent()]) / recent;
}

} // namespace motley
