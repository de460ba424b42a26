#include "app/plots/axisticker.h"

#include "app/words/format.h"

#include <algorithm>
#include <cmath>

namespace motley {

double AxisTicker::getTickStep(const QCPRange &range)
{
    m_step = QCPAxisTicker::getTickStep(range);
    if (m_values == Values::Whole)
        m_step = std::max(1.0, std::round(m_step));
    return m_step;
}

QString AxisTicker::getTickLabel(double tick, const QLocale & /*locale*/, QChar /*formatChar*/, int /*precision*/)
{
    if (m_values == Values::Whole && std::abs(tick) < 1e5)
        return formatCount(std::llround(tick));
    return formatTick(std::abs(tick) < m_step / 1000 ? 0 : tick, m_step); // 0 may be a sum that is not quite 0
}

QString LogAxisTicker::getTickLabel(double tick, const QLocale & /*locale*/, QChar /*formatChar*/, int /*precision*/)
{
    return formatTick(tick, std::abs(tick));
}

} // namespace motley
