// Whether new shares of a batch bring the gain that was expected of them.
#include "app/models/metricseries.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace motley {

namespace {

constexpr std::size_t stepsToFindAGain = 20;
constexpr std::size_t fewestSteps = 5; // before a change and after it; with fewer nothing can be said

// With other shares than before. nullopt: the event changes none.
std::optional<std::int64_t> firstStepWithOthers(const EventBody &body)
{
    if (const auto *changed = std::get_if<SharesChanged>(&body))
        return changed->step;
    if (const auto *changed = std::get_if<MembershipChanged>(&body))
        return changed->step + 1;
    return std::nullopt;
}

} // namespace

// From this step on.
void MetricSeries::noteOtherShares(std::int64_t step)
{
    m_comparableSince = std::exchange(m_changedAt, step);
    for (const Slowdown &slowdown : m_slowdowns)
        m_comparableSince = std::max(m_comparableSince, slowdown.sinceStep);
    countShares(static_cast<double>(step));
}

std::size_t MetricSeries::indexOf(double step) const
{
    return static_cast<std::size_t>(std::lower_bound(m_steps.begin(), m_steps.end(), step) - m_steps.begin());
}

// Finds the first of the last 20 steps before a change that had the shares and the slowdown that its expected gain was
// computed with. The first step of a run does not count, as caches and clocks warm up in it.
std::size_t MetricSeries::firstComparable(std::size_t change) const
{
    const std::size_t first = change - std::min(change, stepsToFindAGain);
    return std::max({first, indexOf(static_cast<double>(m_comparableSince)), std::size_t{1}});
}

// Compares the mean time of the steps from the change to the end with the mean before it. nullopt: there are too few
// comparable steps.
std::optional<double> MetricSeries::gainOver(std::size_t change, std::size_t end) const
{
    const std::size_t first = firstComparable(change);
    if (change < first + fewestSteps || end < change + fewestSteps)
        return std::nullopt;
    const auto meanOf = [this](std::size_t from, std::size_t to) {
        const auto at = [this](std::size_t i) { return m_stepSeconds.begin() + static_cast<std::ptrdiff_t>(i); };
        return std::accumulate(at(from), at(to), 0.0) / static_cast<double>(to - from);
    };
    const double before = meanOf(first, change);
    if (before <= 0)
        return std::nullopt;
    return 1 - meanOf(change, end) / before;
}

std::optional<GainFound> MetricSeries::takeGainFound()
{
    if (!m_expected)
        return std::nullopt;
    const std::size_t change = indexOf(static_cast<double>(m_expected->step));
    if (m_steps.size() < change + stepsToFindAGain)
        return std::nullopt;
    const SharesChanged expected = *std::exchange(m_expected, {});
    return GainFound{expected.step, expected.gain(), gainOver(change, change + stepsToFindAGain)};
}

// New shares that are replaced before their time, or whose run ends, are checked over the steps that they had.
std::optional<GainFound> MetricSeries::takeUnchecked(const EventBody &body)
{
    const auto replaced = firstStepWithOthers(body);
    const bool ends = std::holds_alternative<RunFinished>(body) || std::holds_alternative<RunStarted>(body);
    if (!m_expected || (!replaced && !ends))
        return std::nullopt;
    const SharesChanged expected = *std::exchange(m_expected, {});
    const std::size_t change = indexOf(static_cast<double>(expected.step));
    const std::size_t end = replaced ? std::max(change, indexOf(static_cast<double>(*replaced))) : m_steps.size();
    return GainFound{expected.step, expected.gain(), gainOver(change, end), static_cast<std::int64_t>(end - change),
        replaced.has_value()};
}

} // namespace motley
