#include "app/cli/terminal/progressline.h"

#include "app/words/format.h"
#include "app/words/metricwords.h"

#include <QLocale>

namespace motley {

namespace {

QString joined(QStringList parts)
{
    parts.removeAll(QString());
    return parts.join(QStringLiteral("   "));
}

} // namespace

void ProgressLine::add(const Event &event)
{
    if (const auto *started = std::get_if<RunStarted>(&event.body)) {
        m_started = *started;
    } else if (const auto *step = std::get_if<StepDone>(&event.body)) {
        m_step = *step;
        m_speed.add(unitsOf(*step, unit()), step->seconds);
    } else if (const auto *evaluation = std::get_if<Evaluation>(&event.body)) {
        m_latest = *evaluation;
        if (!evaluation->metrics.empty() && (!m_best || isBetter(evaluation->metrics.front(), m_best->metrics.front())))
            m_best = *evaluation;
    } else if (const auto *finished = std::get_if<RunFinished>(&event.body)) {
        m_finished = *finished;
    }
}

BatchUnit ProgressLine::unit() const
{
    return m_started ? batchUnitOf(m_started->task) : BatchUnit::Samples;
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

QString ProgressLine::text(int columns) const
{
    if (!m_step)
        return tr("Waiting for the first step");
    const QString step = m_started
        ? tr("step %1 of %2").arg(formatCount(m_step->step), formatCount(m_started->totalSteps))
        : tr("step %1").arg(formatCount(m_step->step));
    const QString loss = tr("loss %1").arg(QLocale().toString(m_step->loss, 'f', 4));
    const QString rate = rateWords(m_speed.samplesPerSecond(), unit());
    const QString metric
        = m_latest && !m_latest->metrics.empty() ? describeMetric(m_latest->metrics.front()) : QString();
    for (const QStringList &parts :
        {QStringList{step, loss, rate, metric, leftWithRange()}, QStringList{step, loss, rate, metric, left()},
            QStringList{step, loss, rate, left()}, QStringList{step, loss, left()}, QStringList{step, left()}}) {
        const QString line = joined(parts);
        if (columnsOf(line) <= columns)
            return line;
    }
    return step;
}

QString ProgressLine::left() const
{
    const auto seconds = secondsLeft();
    return seconds ? tr("%1 left").arg(formatDuration(*seconds)) : QString();
}

// A range whose ends read alike says nothing, and is left out.
QString ProgressLine::leftWithRange() const
{
    const auto seconds = secondsLeft();
    const auto range = rangeLeft();
    const QString least = range ? formatDuration(range->least) : QString();
    const QString most = range ? formatDuration(range->most) : QString();
    return least == most ? left() : tr("%1 left (perhaps %2 to %3)").arg(formatDuration(*seconds), least, most);
}

} // namespace motley
