#include "app/cli/progressline.h"

#include "app/words/format.h"
#include "app/words/metricwords.h"
#include "engine/plan/statistics/median.h"

#include <QLocale>

namespace motley {

namespace {

constexpr std::size_t stepsForAnEstimate = 20;
constexpr std::size_t stepsRemembered = 200;

} // namespace

void ProgressLine::take(const Event &event)
{
    if (const auto *started = std::get_if<RunStarted>(&event.body)) {
        m_started = *started;
    } else if (const auto *step = std::get_if<StepDone>(&event.body)) {
        m_step = *step;
        m_lastSeconds.push_back(step->seconds);
        if (m_lastSeconds.size() > stepsRemembered)
            m_lastSeconds.pop_front();
    } else if (const auto *evaluation = std::get_if<Evaluation>(&event.body)) {
        if (!evaluation->metrics.empty() && (!m_best || isBetter(evaluation->metrics.front(), m_best->metrics.front())))
            m_best = *evaluation;
    } else if (const auto *finished = std::get_if<RunFinished>(&event.body)) {
        m_finished = *finished;
    }
}

std::optional<double> ProgressLine::secondsLeft() const
{
    if (!m_started || !m_step || m_lastSeconds.size() < stepsForAnEstimate)
        return std::nullopt;
    return median({m_lastSeconds.begin(), m_lastSeconds.end()})
        * static_cast<double>(m_started->totalSteps - m_step->step);
}

QString ProgressLine::text() const
{
    const QLocale locale;
    if (!m_step)
        return tr("Waiting for the first step");
    QStringList parts;
    parts << (m_started ? tr("step %1 of %2").arg(formatCount(m_step->step), formatCount(m_started->totalSteps))
                        : tr("step %1").arg(formatCount(m_step->step)));
    parts << tr("loss %1").arg(locale.toString(m_step->loss, 'f', 4));
    parts << tr("%1 samples/s").arg(locale.toString(m_step->samplesPerSecond, 'f', 0));
    if (m_best)
        parts << describeMetric(m_best->metrics.front());
    if (const auto left = secondsLeft())
        parts << tr("%1 left").arg(formatDuration(*left));
    return parts.join(QStringLiteral("   "));
}

} // namespace motley
