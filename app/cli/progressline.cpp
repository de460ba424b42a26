#include "app/cli/progressline.h"

#include "app/words/format.h"
#include "app/words/metricwords.h"

#include <QLocale>

namespace motley {

void ProgressLine::take(const Event &event)
{
    if (const auto *started = std::get_if<RunStarted>(&event.body)) {
        m_started = *started;
    } else if (const auto *step = std::get_if<StepDone>(&event.body)) {
        m_step = *step;
        m_speed.take(static_cast<double>(step->samples), step->seconds);
    } else if (const auto *evaluation = std::get_if<Evaluation>(&event.body)) {
        m_latest = *evaluation;
        if (!evaluation->metrics.empty() && (!m_best || isBetter(evaluation->metrics.front(), m_best->metrics.front())))
            m_best = *evaluation;
    } else if (const auto *finished = std::get_if<RunFinished>(&event.body)) {
        m_finished = *finished;
    }
}

std::optional<double> ProgressLine::stepsLeft() const
{
    if (!m_started || !m_step)
        return std::nullopt;
    return static_cast<double>(m_started->totalSteps - m_step->step);
}

std::optional<double> ProgressLine::secondsLeft() const
{
    const auto steps = stepsLeft();
    return steps ? m_speed.secondsFor(*steps) : std::nullopt;
}

std::optional<SpeedHistory::Range> ProgressLine::rangeLeft() const
{
    const auto steps = stepsLeft();
    return steps ? m_speed.rangeFor(*steps) : std::nullopt;
}

std::int64_t ProgressLine::stepsTaken() const
{
    return m_step ? m_step->step - (m_started ? m_started->firstStep : 1) + 1 : 0;
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
    parts << formatRate(m_speed.samplesPerSecond());
    if (m_latest && !m_latest->metrics.empty())
        parts << describeMetric(m_latest->metrics.front());
    if (const QString words = left(); !words.isEmpty())
        parts << words;
    return parts.join(QStringLiteral("   "));
}

// A range whose ends read alike says nothing, and is left out.
QString ProgressLine::left() const
{
    const auto seconds = secondsLeft();
    if (!seconds)
        return {};
    const auto range = rangeLeft();
    const QString least = range ? formatDuration(range->least) : QString();
    const QString most = range ? formatDuration(range->most) : QString();
    return least == most ? tr("%1 left").arg(formatDuration(*seconds))
                         : tr("%1 left (perhaps %2 to %3)").arg(formatDuration(*seconds), least, most);
}

} // namespace motley
