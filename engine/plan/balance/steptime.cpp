#include "engine/plan/balance/steptime.h"

#include "engine/statistics/mean.h"
#include "engine/statistics/median.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr std::size_t mostSteps = 512; // to see a change of a few percent in steps that vary by a tenth takes hundreds
constexpr std::size_t fewestSteps = 8;
constexpr std::ptrdiff_t fewestSince = 3; // steps that a change has lasted when it is seen
constexpr double leastChange = 0.05; // relative change of the share from which the fixed part can be estimated
// Limits of the fixed part, in units: below 0 over the smaller of the two shares, above over the larger.
constexpr double leastFixed = -0.9;
constexpr double mostFixed = 4;

// How many of the latest steps are after the change that is somewhere among them: the number with the least squared
// errors, where the steps before it have the mean of earlier ones and those after it one of their own.
std::ptrdiff_t stepsSinceChange(const std::vector<double> &latest, double earlier)
{
    std::ptrdiff_t best = fewestSince;
    double mostGained = 0;
    double sum = 0;
    for (std::ptrdiff_t steps = 1; steps <= std::ptrdiff_t(latest.size()); ++steps) {
        sum += latest[latest.size() - std::size_t(steps)] - earlier;
        const double gained = sum * sum / double(steps); // the squared errors that the other mean saves
        if (steps >= fewestSince && gained > mostGained) {
            mostGained = gained;
            best = steps;
        }
    }
    return best;
}

} // namespace

StepTimeFit::StepTimeFit(StepTime expected) : m_expected(expected)
{
    if (expected.secondsPerUnit > 0)
        m_fixedUnits = expected.fixedSeconds / expected.secondsPerUnit;
}

double StepTimeFit::add(double units, double seconds)
{
    if (m_window.size() == mostSteps)
        m_window.erase(m_window.begin());
    m_window.push_back({units, seconds});
    ++m_added;
    if (m_window.size() == fewestSteps && m_before.seconds > 0)
        learnFixedPart();
    return m_window.size() >= 2 * fewestSteps ? forgetWhatChanged() : 1;
}

void StepTimeFit::shareChanges()
{
    if (isReady())
        m_before = middle();
    m_window.clear();
}

bool StepTimeFit::isReady() const
{
    return m_window.size() >= fewestSteps;
}

StepTime StepTimeFit::now() const
{
    if (m_window.empty())
        return m_expected;
    const double perUnit = mean(winsorized(secondsPerUnit()));
    return {m_fixedUnits * perUnit, perUnit};
}

std::vector<double> StepTimeFit::secondsPerUnit() const
{
    std::vector<double> perUnit;
    perUnit.reserve(m_window.size());
    for (const Measured &step : m_window)
        perUnit.push_back(secondsPerUnit(step));
    return perUnit;
}

double StepTimeFit::uncertainty() const
{
    const std::vector<double> perUnit = winsorized(secondsPerUnit());
    const double all = mean(perUnit);
    return all > 0 ? cautiousErrorOfMean(perUnit) / all : 0;
}

// A step without units lasts only the fixed part. Where that is not known, such a step says nothing, and the expected
// time per unit is returned.
double StepTimeFit::secondsPerUnit(const Measured &step) const
{
    const double units = m_fixedUnits + step.units;
    return units > 0 ? step.seconds / units : m_expected.secondsPerUnit;
}

StepTimeFit::Measured StepTimeFit::middle() const
{
    std::vector<double> units;
    std::vector<double> seconds;
    for (const Measured &step : m_window) {
        units.push_back(step.units);
        seconds.push_back(step.seconds);
    }
    return {mean(units), mean(winsorized(std::move(seconds)))};
}

// Compares the latest 8, 16, 32, ... steps with all earlier ones, and drops the earlier ones if the speed has changed.
// A large change shows in a few steps; a small one among noisy steps needs the long windows, which are compared less
// often.
double StepTimeFit::forgetWhatChanged()
{
    const std::vector<double> perUnit = secondsPerUnit();
    for (std::size_t count = fewestSteps; 2 * count <= perUnit.size(); count *= 2) {
        if (m_added % std::max<std::int64_t>(std::int64_t(count / (4 * fewestSteps)), 1) != 0)
            break;
        const auto border = perUnit.end() - std::ptrdiff_t(count);
        const std::vector<double> before = winsorized({perUnit.begin(), border});
        const std::vector<double> latest = winsorized({border, perUnit.end()});
        const double chance
            = cautiousStandardDeviation(before) * std::sqrt(1 / double(before.size()) + 1 / double(count));
        if (std::abs(mean(latest) - mean(before)) > surelyErrors * chance) {
            const std::ptrdiff_t since = stepsSinceChange({border, perUnit.end()}, mean(before));
            m_window.erase(m_window.begin(), m_window.end() - since);
            return mean({perUnit.end() - since, perUnit.end()}) / mean(before);
        }
    }
    return 1;
}

// The line through the two points (units, seconds) before and after a change of shares reaches zero seconds at
// -fixedUnits.
void StepTimeFit::learnFixedPart()
{
    const Measured after = middle();
    const double units = after.units - m_before.units;
    const double seconds = after.seconds - m_before.seconds;
    const double larger = std::max(after.units, m_before.units);
    const bool isSeen = std::abs(units) > leastChange * larger && units * seconds > 0
        && std::abs(seconds) > surelyErrors * uncertainty() * after.seconds;
    if (!isSeen)
        return;
    m_fixedUnits = std::clamp((m_before.seconds * after.units - after.seconds * m_before.units) / seconds,
        leastFixed * std::min(after.units, m_before.units), mostFixed * larger);
}

} // namespace motley
