#include "app/plots/axisticker.h"

#include "app/words/format.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr double shortTime = 60; // seconds; below it they are written as numbers

// The first of the round times that is at least `seconds`; above them whole days.
double roundTime(double seconds)
{
    constexpr double times[]{60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400};
    const auto *round = std::lower_bound(std::begin(times), std::end(times), seconds);
    return round == std::end(times) ? std::ceil(seconds / 86400) * 86400 : *round;
}

} // namespace

double AxisTicker::getTickStep(const QCPRange &range)
{
    m_step = QCPAxisTicker::getTickStep(range);
    if (m_values == AxisValues::Whole)
        m_step = std::max(1.0, std::round(m_step));
    else if (m_values == AxisValues::Seconds && m_step > shortTime / 2)
        m_step = roundTime(m_step);
    return m_step;
}

QString AxisTicker::getTickLabel(double tick, const QLocale & /*locale*/, QChar /*formatChar*/, int /*precision*/)
{
    if (m_values == AxisValues::Whole)
        return formatWholeTick(tick, m_step);
    const double exact = std::abs(tick) < m_step / 1000 ? 0 : tick; // 0 may be a sum that is not quite 0
    return m_values == AxisValues::Seconds ? formatTimeTick(exact, m_step) : formatTick(exact, m_step);
}

QVector<double> LogAxisTicker::createTickVector(double step, const QCPRange &range)
{
    if (range.lower <= 0)
        return {};
    QVector<double> ticks;
    const auto last = static_cast<int>(std::floor(std::log10(range.upper)));
    for (auto power = static_cast<int>(std::floor(std::log10(range.lower))); power <= last; ++power)
        for (const double times : {1.0, 2.0, 5.0})
            if (range.contains(times * std::pow(10.0, power)))
                ticks.append(times * std::pow(10.0, power));
    return ticks.size() > 2 * tickCount() ? QCPAxisTickerLog::createTickVector(step, range) : ticks;
}

QString LogAxisTicker::getTickLabel(double tick, const QLocale & /*locale*/, QChar /*formatChar*/, int /*precision*/)
{
    return m_values == AxisValues::Seconds ? formatTimeTick(tick, tick) : formatTick(tick, std::abs(tick));
}

} // namespace motley
