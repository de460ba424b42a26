#include "engine/statistics/changedetector.h"

#include "engine/statistics/autocorrelatednoise.h"
#include "engine/statistics/median.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

// The constants and their reasons. "Recorded" is tests/fixtures/healthyrun.csv, cut as in tst_healthyrun.cpp; "made up"
// are the runs of tst_diagnosis.cpp.

// Reference values k, in log ratios: half of the change that is found soonest (Page). What is tolerated is by how much
// machines of one kind differ (CM-DARE: Li et al., ICDCS 2020): 6.7 %. The other one is for half speed, which the first
// finds late among strong noise.
constexpr double tolerated = 0.067;
const double halfOfHalfSpeed = std::log(2.0) / 2;
// The mean number of steps between two false alarms; long runs of several ranks have as many. Recorded and made up:
// with 1e5 as well no healthy segment has a finding, and half speed is named as often. On a busy computer 1e6 finds
// something in a twentieth fewer segments.
constexpr double runLength = 1e6;
// The first steps fill caches. Recorded: the first takes four times as long as the others, the fourth half as long
// again.
constexpr std::int64_t stepsToSkip = 5;
// 20 values give the noise to within a quarter (`cautiousDeviation`). Before that nothing is found. As many latest
// values tell how high the series is now. Recorded: of 54 slowdowns by 25 %, after 100 healthy steps, 50 are named
// within 200 steps; with a median of 8 values 42 are.
constexpr std::size_t fewestOfBaseline = 20;
// 60 values give the median to within a sixth of the deviation. More of them would hide a slow rise. The noise is that
// of the latest values, because the load of a computer changes.
constexpr std::size_t mostOfBaseline = 60;
constexpr double leastRatio = 0.01; // has a logarithm

} // namespace

double ChangeDetector::Measured::logRatioTo(double level) const
{
    const double unit = whole > 0 ? whole : level;
    return unit > 0 ? std::log(std::max(1 + (value - level) / unit, leastRatio)) : 0;
}

// No term counts for more than its part of the threshold, so that a few odd steps cannot pass it (after J. M. Lucas and
// R. B. Crosier, "Robust CUSUM", Communications in Statistics 11, 1982).
bool ChangeDetector::Sum::add(double term, double threshold, std::size_t fewestSteps)
{
    constexpr double almost = 1 - 1e-9; // of sums of parts that are rounded
    const double most = 1 / double(fewestSteps);
    const double part = threshold > 0 ? std::clamp(term / threshold, -most, most) : std::copysign(most, term);
    value = std::max(0.0, value + part);
    steps = value > 0 ? steps + 1 : 0;
    return value >= almost;
}

void ChangeDetector::add(std::int64_t step, double value, double whole)
{
    if (++m_added <= stepsToSkip)
        return;
    m_latest.push_back({step, value, whole});
    if (m_latest.size() > fewestOfBaseline)
        m_latest.pop_front();
    if (m_isHigh)
        checkReturn();
    else if (m_baseline.size() < fewestOfBaseline)
        learnBaseline();
    else
        compareWithBaseline();
}

void ChangeDetector::restart(std::int64_t step, std::optional<double> expected)
{
    if (m_isHigh)
        return;
    relearn(0);
    if (m_rules.expected)
        return;
    m_rules.expected = expected;
    m_expectedSince = step;
}

double ChangeDetector::now() const
{
    const auto isOfNow = [&](const Measured &measured) { return !m_isHigh || measured.step >= m_since; };
    const auto steps = std::count_if(m_latest.begin(), m_latest.end(), isOfNow);
    return median(latest(std::size_t(steps)));
}

std::optional<double> ChangeDetector::baseline() const
{
    return m_baseline.empty() ? std::nullopt : std::optional(median(m_baseline));
}

// What is expected is compared with as soon as the noise is known, from the first value on.
void ChangeDetector::learnBaseline()
{
    const bool wasNoiseKnown = !m_noise.empty();
    m_baseline.push_back(m_latest.back().value);
    const bool isComplete = m_baseline.size() == fewestOfBaseline;
    if (isComplete) {
        m_level = median(m_baseline);
        for (std::size_t i = m_latest.size() - fewestOfBaseline; i < m_latest.size(); ++i)
            keepNoise(m_latest[i].logRatioTo(m_level));
    }
    if (m_rules.expected && !m_noise.empty()) {
        m_level = *m_rules.expected;
        for (std::size_t i = m_latest.size() - (wasNoiseKnown ? 1 : m_baseline.size()); i < m_latest.size(); ++i)
            if (hasRisen(m_latest[i].logRatioTo(m_level), m_rules.toleratedOfExpected)) {
                relearn(0);
                return becomeHigh(m_expectedSince);
            }
    }
    if (!isComplete)
        return;
    m_level = median(m_baseline);
    m_rules.expected.reset();
    m_risen = m_risenFar = {};
}

void ChangeDetector::compareWithBaseline()
{
    const double logRatio = m_latest.back().logRatioTo(m_level);
    const double error = m_deviation / std::sqrt(double(m_baseline.size())); // of the baseline
    ++m_undecided;
    if (hasRisen(logRatio - error, tolerated))
        return becomeHigh(beginningOfRise());
    // A series that has become faster gets a new baseline, from enough steps for a median.
    if (m_fallen.add(-logRatio - error - tolerated, threshold(tolerated), 2 * m_rules.fewestSteps))
        return relearn(m_fallen.steps);
    if (m_risen.value > 0)
        return;
    for (; m_undecided > 0; --m_undecided)
        if (m_undecided <= m_latest.size())
            keepBaseline(m_latest[m_latest.size() - m_undecided]);
}

bool ChangeDetector::hasRisen(double logRatio, double tolerance)
{
    const double far = std::max(tolerance, halfOfHalfSpeed);
    const bool isHigher = m_risen.add(logRatio - tolerance, threshold(tolerance), m_rules.fewestSteps);
    const bool isFarHigher = m_risenFar.add(logRatio - far, threshold(far), m_rules.fewestSteps);
    return isHigher || isFarHigher;
}

void ChangeDetector::becomeHigh(std::int64_t since)
{
    m_isHigh = true;
    m_since = since;
    m_highest = 0;
    m_undecided = 0;
    m_risen = m_risenFar = m_fallen = {};
}

// A rise begins where its sum was last 0 (Page). Among strong noise the sum for half speed returns to 0 sooner.
std::int64_t ChangeDetector::beginningOfRise() const
{
    const Sum &sum = m_risenFar.value > 0 ? m_risenFar : m_risen;
    return m_latest.back().step + 1 - std::int64_t(sum.steps);
}

// A high series has returned once it is half way back, as Page has it for two known levels.
void ChangeDetector::checkReturn()
{
    const Measured &newest = m_latest.back();
    m_highest = std::max(m_highest, Measured{newest.step, now(), newest.whole}.logRatioTo(m_level));
    const double half = m_highest / 2;
    if (!m_fallen.add(half - newest.logRatioTo(m_level), threshold(half), m_rules.fewestSteps))
        return;
    m_isHigh = false;
    m_rules.expected.reset();
    m_fallen = {};
}

// Takes the latest steps as the new baseline.
void ChangeDetector::relearn(std::size_t latestSteps)
{
    m_baseline = latest(std::min(latestSteps, fewestOfBaseline));
    if (m_baseline.size() == fewestOfBaseline)
        m_level = median(m_baseline);
    m_undecided = 0;
    m_risen = m_risenFar = m_fallen = {};
}

void ChangeDetector::keepBaseline(const Measured &measured)
{
    keepNoise(measured.logRatioTo(m_level));
    if (m_baseline.size() == mostOfBaseline)
        return;
    m_baseline.push_back(measured.value);
    m_level = median(m_baseline);
}

void ChangeDetector::keepNoise(double logRatio)
{
    m_noise.push_back(logRatio);
    if (m_noise.size() > mostOfBaseline)
        m_noise.pop_front();
    if (m_noise.size() >= fewestOfBaseline)
        m_deviation = longRunDeviation({m_noise.begin(), m_noise.end()});
}

// D. Siegmund, "Sequential Analysis", 1985: terms with a mean of -k and a deviation of 1 pass a threshold b every
// (exp(2kb) - 1 - 2kb) / (2kk) steps. Solved for 2kb; without his correction for what a sum overshoots, which cannot be
// known of noise in bursts and would lower the threshold.
double ChangeDetector::threshold(double reference) const
{
    constexpr int rounds = 10; // to 1e-6 for all deviations up to 100 references
    if (m_deviation <= 0)
        return 0;
    const double drift = reference / m_deviation;
    double exponent = 0;
    for (int i = 0; i < rounds; ++i)
        exponent = std::log(1 + exponent + 2 * drift * drift * runLength);
    return m_deviation * exponent / (2 * drift);
}

std::vector<double> ChangeDetector::latest(std::size_t count) const
{
    std::vector<double> values;
    for (std::size_t i = m_latest.size() - std::min(count, m_latest.size()); i < m_latest.size(); ++i)
        values.push_back(m_latest[i].value);
    return values;
}

} // namespace motley
