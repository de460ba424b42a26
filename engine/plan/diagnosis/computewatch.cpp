#include "engine/plan/diagnosis/computewatch.h"

#include "engine/statistics/median.h"

#include <algorithm>
#include <utility>

namespace motley {

namespace {

constexpr std::size_t stepsOfAShare = 8;
constexpr double surelyUnlikeMeasured = 0.25; // a short measurement alone on the machine is not the run

ChangeRules rulesFor(const StepTime &planned)
{
    ChangeRules rules;
    if (planned.secondsPerUnit > 0)
        rules.expected = 1;
    rules.toleratedOfExpected = surelyUnlikeMeasured;
    return rules;
}

} // namespace

ComputeWatch::ComputeWatch(StepTime planned) : m_planned(planned), m_watch(rulesFor(planned)) { }

void ComputeWatch::add(std::int64_t step, double units, double seconds)
{
    if (units <= 0)
        return;
    if (m_latest.size() == stepsOfAShare)
        m_latest.erase(m_latest.begin());
    m_latest.push_back({step, units, seconds});
    if (!m_before)
        watch(m_latest.back());
    else if (m_latest.size() == stepsOfAShare)
        learnShare();
}

void ComputeWatch::shareChanges()
{
    if (!m_before && m_latest.size() == stepsOfAShare)
        m_before = middleOf(m_latest);
    m_latest.clear();
}

// Learns how the time of a step follows the share. A part of that time does not depend on the share, and its size is
// unknown. The change of the time must lie between nothing and the change of the share in proportion; the machine
// causes the rest. Nothing is learnt where a slow machine recovers just as the shares change, because a larger share
// then seems to cost nothing.
void ComputeWatch::learnShare()
{
    const Measured before = *std::exchange(m_before, std::nullopt);
    const Measured now = middleOf(m_latest);
    const double least = before.seconds * std::min(1.0, now.units / before.units);
    const double most = before.seconds * std::max(1.0, now.units / before.units);
    const double bySharesAlone = std::clamp(now.seconds, least, most);
    const double level = before.seconds / planned(before.units);
    if (!m_watch.isHigh())
        m_scale *= bySharesAlone / (level * planned(now.units));
    // The last steps with the old share may have been slow already, as slowness makes shares change.
    m_watch.restart(m_latest.front().step, std::min(level, m_watch.baseline().value_or(level)));
    for (const Measured &measured : m_latest)
        watch(measured);
}

void ComputeWatch::watch(const Measured &measured)
{
    m_watch.add(measured.step, measured.seconds / planned(measured.units));
}

double ComputeWatch::seconds() const
{
    return m_latest.empty() ? 0 : m_watch.now() * planned(middleOf(m_latest).units);
}

double ComputeWatch::expectedSeconds() const
{
    return m_latest.empty() ? 0 : m_watch.level() * planned(middleOf(m_latest).units);
}

double ComputeWatch::planned(double units) const
{
    return m_scale * (m_planned.secondsPerUnit > 0 ? m_planned.at(units) : units);
}

ComputeWatch::Measured ComputeWatch::middleOf(const std::vector<Measured> &steps)
{
    std::vector<double> units;
    std::vector<double> seconds;
    for (const Measured &measured : steps) {
        units.push_back(measured.units);
        seconds.push_back(measured.seconds);
    }
    return {steps.front().step, median(std::move(units)), median(std::move(seconds))};
}

} // namespace motley
