#include "engine/plan/statistics/changedetector.h"

#include "engine/plan/statistics/median.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr std::size_t fewestBefore = 20;
constexpr std::size_t mostCalm = 60;
constexpr std::size_t mostLatest = 32;
constexpr std::size_t mostPast = 256;
constexpr double surely = 4.5; // standard errors: a run has many steps, each of which could be the odd one
constexpr double fewestHigh = 0.75; // of the steps compared: a short slowdown is not reported

// What they vary by around the level of each.
double deviationOf(const std::vector<double> &first, const std::vector<double> &second)
{
    std::vector<double> rests;
    for (const auto *values : {&first, &second}) {
        const double middle = median(*values);
        for (const double value : *values)
            rests.push_back(value - middle);
    }
    return cautiousDeviation(rests);
}

} // namespace

void ChangeDetector::add(std::int64_t step, double value, double whole)
{
    if (m_toSkip > 0) {
        --m_toSkip;
        return;
    }
    m_latest.push_back({step, value});
    if (m_latest.size() > mostLatest) {
        if (!m_isHigh && m_calm.size() < mostCalm) {
            m_calm.push_back(m_latest.front().value);
            if (m_calm.size() == mostCalm)
                m_calmLevel = median(m_calm);
        }
        pass(1);
    }
    if (m_isHigh)
        return checkReturn(whole);
    if (m_rules.expected && !m_isCompared)
        compareWithExpected(whole);
    if (!m_isHigh)
        compareWithBefore(whole);
}

void ChangeDetector::restart(std::int64_t step, std::optional<double> expected)
{
    if (m_isHigh)
        return;
    forgetCalm();
    pass(m_latest.size());
    forgetPast();
    if (m_rules.expected && !m_isCompared)
        return;
    m_rules.expected = expected;
    m_expectedSince = step;
    m_isCompared = false;
    m_wasSeen = true;
}

std::optional<double> ChangeDetector::calm() const
{
    if (m_calmLevel)
        return m_calmLevel;
    const std::vector<double> values = before(m_rules.fewestSteps);
    return values.empty() ? std::nullopt : std::optional(median(values));
}

void ChangeDetector::forgetCalm()
{
    m_calm.clear();
    m_calmLevel.reset();
}

double ChangeDetector::now() const
{
    return median(latest(m_isHigh ? stepsSince(m_since) : m_rules.fewestSteps));
}

std::vector<double> ChangeDetector::latest(std::size_t count) const
{
    std::vector<double> values;
    for (std::size_t i = m_latest.size() - std::min(count, m_latest.size()); i < m_latest.size(); ++i)
        values.push_back(m_latest[i].value);
    return values;
}

// All but the latest.
std::vector<double> ChangeDetector::before(std::size_t count) const
{
    std::vector<double> values = m_calm;
    for (std::size_t i = 0; i + count < m_latest.size() && values.size() < mostCalm; ++i)
        values.push_back(m_latest[i].value);
    return values;
}

double ChangeDetector::error(const std::vector<double> &before, const std::vector<double> &latest) const
{
    const Noise here{deviationOf(before, latest), noiseOf(before.empty() ? latest : before).autocorrelated};
    return errorOfMedians(larger(here, pastNoise()), before.size(), latest.size());
}

// So many values are no longer among the latest. While it is high they say nothing of the noise.
void ChangeDetector::pass(std::size_t count)
{
    for (; count > 0; --count) {
        if (!m_isHigh)
            m_past.push_back(m_latest.front().value);
        m_latest.pop_front();
    }
    while (m_past.size() > mostPast)
        m_past.pop_front();
}

void ChangeDetector::forgetPast()
{
    m_learned = pastNoise();
    m_past.clear();
}

Noise ChangeDetector::pastNoise() const
{
    return m_past.size() < mostCalm ? m_learned : noiseOf({m_past.begin(), m_past.end()});
}

void ChangeDetector::compareWithExpected(double whole)
{
    const std::vector<double> values = latest(mostLatest);
    if (values.size() < (m_wasSeen ? m_rules.fewestSteps : fewestBefore))
        return;
    m_isCompared = values.size() >= fewestBefore;
    const double threshold
        = std::max(m_rules.expectedThreshold * (whole > 0 ? whole : *m_rules.expected), surely * error({}, values));
    if (median(values) - *m_rules.expected > threshold)
        becomeHigh(*m_rules.expected, threshold, m_expectedSince);
}

void ChangeDetector::compareWithBefore(double whole)
{
    for (std::size_t count = m_rules.fewestSteps; count <= mostLatest; count *= 2) {
        if (m_latest.size() < count || m_calm.size() + m_latest.size() < fewestBefore + count)
            return;
        const double level = m_calmLevel ? *m_calmLevel : median(before(count));
        const std::vector<double> values = latest(count);
        const double risen = median(values);
        const double least = m_rules.threshold * (whole > 0 ? whole : level);
        if (std::abs(risen - level) <= least)
            continue;
        const double threshold = std::max(least, surely * error(before(count), values));
        if (risen - level > threshold) {
            const std::int64_t since = beginningOfRise(level, risen);
            if (double(stepsSince(since)) >= fewestHigh * double(m_rules.fewestSteps))
                return becomeHigh(level, threshold, since);
        }
        // What has become faster is held to that from then on.
        if (level - risen > threshold && count > m_rules.fewestSteps) {
            forgetCalm();
            pass(m_latest.size() - count);
            forgetPast();
            return;
        }
    }
}

void ChangeDetector::checkReturn(double whole)
{
    m_highest = std::max(m_highest, now());
    m_threshold = std::max(m_threshold, m_rules.threshold * whole);
    const double low = m_level + std::min(m_threshold, (m_highest - m_level) / 2);
    const std::size_t most = stepsSince(m_since);
    for (std::size_t count = m_rules.fewestSteps; count <= mostLatest && count <= most; count *= 2) {
        const std::vector<double> values = latest(count);
        const double middle = median(values);
        if (middle >= low || middle > m_highest - surely * error({}, values))
            continue;
        m_isHigh = false;
        pass(m_latest.size() - count);
        if (m_since == 0)
            forgetCalm();
        return;
    }
}

void ChangeDetector::becomeHigh(double level, double threshold, std::int64_t since)
{
    m_isHigh = true;
    m_level = level;
    m_threshold = threshold;
    m_since = since;
    m_highest = now();
    for (const Measured &measured : m_latest) // what is calm again later is held to it at once
        if (measured.step < since && m_calm.size() < mostCalm)
            m_calm.push_back(measured.value);
}

// The first of the steps that end the list and lie nearer to what it has risen to; one odd step among them is passed.
std::int64_t ChangeDetector::beginningOfRise(double level, double risen) const
{
    const double middle = (level + risen) / 2;
    std::int64_t since = m_latest.back().step;
    int low = 0;
    for (auto measured = m_latest.rbegin(); measured != m_latest.rend() && low < 2; ++measured) {
        low = measured->value < middle ? low + 1 : 0;
        if (low == 0)
            since = measured->step;
    }
    return since;
}

std::size_t ChangeDetector::stepsSince(std::int64_t step) const
{
    return std::size_t(std::count_if(
        m_latest.begin(), m_latest.end(), [&](const Measured &measured) { return measured.step >= step; }));
}

} // namespace motley
