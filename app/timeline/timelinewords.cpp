#include "app/models/logmodel.h"
#include "app/models/runmachinemodel.h"
#include "app/timeline/timelinescene.h"
#include "app/words/format.h"
#include "app/words/membershipwords.h"
#include "remote/session/machinename.h"

#include <QCoreApplication>

#include <cmath>

namespace motley {

namespace {

struct TimelineWords {
    Q_DECLARE_TR_FUNCTIONS(motley::TimelineWords)
};

constexpr double partWorthSaying = 0.005; // of a step

QString stepWord(double step)
{
    return formatCount(std::llround(step));
}

QString timeWords(const TimelineCell &cell, bool isShort)
{
    const auto percent = [&](TimelinePart part) { return formatPercent(100 * cell.part(part) / cell.total()); };
    if (isShort)
        return TimelineWords::tr("%1, waiting %2").arg(formatSeconds(cell.total()), percent(TimelinePart::Waiting));
    QStringList parts;
    for (int i = 0; i < timelineParts; ++i) {
        const auto part = static_cast<TimelinePart>(i);
        if (cell.part(part) >= partWorthSaying * cell.total())
            parts << partName(part) + QLatin1Char(' ') + percent(part);
    }
    return TimelineWords::tr("%1 a step: %2").arg(formatSeconds(cell.total()), joinParts(parts));
}

QString readingWords(std::optional<double> value, TelemetryReading reading)
{
    if (!value)
        return notKnown();
    switch (reading) {
    case TelemetryReading::GpuMemory:
        return formatBytes(std::llround(*value));
    case TelemetryReading::Power:
        return formatWatts(value);
    case TelemetryReading::Heat:
        return TimelineWords::tr("%1 °C").arg(formatNumber(*value, 3));
    case TelemetryReading::Clock:
        return TimelineWords::tr("%1 MHz").arg(formatNumber(*value, 4));
    case TelemetryReading::Stolen:
    case TelemetryReading::Resent:
        return formatPercent(value, 1);
    default:
        return formatPercent(value);
    }
}

QString speedWords(const TimelineValue &value, bool isShort)
{
    const auto words = [](std::optional<double> speed) { return speed ? formatNumber(*speed, 3) : notKnown(); };
    return isShort ? words(value.bold)
                   : TimelineWords::tr("did %1, could do %2").arg(words(value.bold), words(value.thin));
}

} // namespace

QString partName(TimelinePart part)
{
    switch (part) {
    case TimelinePart::Computing:
        return TimelineWords::tr("computing");
    case TimelinePart::Data:
        return TimelineWords::tr("data");
    case TimelinePart::Update:
        return TimelineWords::tr("update");
    case TimelinePart::Exchange:
        return TimelineWords::tr("exchange");
    case TimelinePart::Waiting:
        return TimelineWords::tr("waiting for others");
    case TimelinePart::Rest:
        return TimelineWords::tr("report");
    }
    return {};
}

QString quantityName(TimelineQuantity quantity)
{
    switch (quantity) {
    case TimelineQuantity::Time:
        return TimelineWords::tr("Time of a step");
    case TimelineQuantity::Speed:
        return TimelineWords::tr("Speed");
    case TimelineQuantity::Share:
        return TimelineWords::tr("Share of a batch");
    case TimelineQuantity::Processors:
        return TimelineWords::tr("Processors");
    case TimelineQuantity::Memory:
        return TimelineWords::tr("Memory");
    case TimelineQuantity::Gpus:
        return TimelineWords::tr("GPUs");
    case TimelineQuantity::GpuMemory:
        return TimelineWords::tr("Memory of GPUs");
    case TimelineQuantity::Power:
        return TimelineWords::tr("Power of GPUs");
    case TimelineQuantity::Heat:
        return TimelineWords::tr("Temperature of GPUs");
    case TimelineQuantity::Clock:
        return TimelineWords::tr("Clock");
    case TimelineQuantity::OtherProcesses:
        return TimelineWords::tr("Other processes");
    case TimelineQuantity::Stolen:
        return TimelineWords::tr("Stolen time");
    case TimelineQuantity::Resent:
        return TimelineWords::tr("Packets sent again");
    }
    return {};
}

QString meanWords(const TimelineScene &scene)
{
    const auto each = static_cast<int>(scene.columns.stepsEach);
    return each > 1 && !scene.isEmpty() ? TimelineWords::tr("Each column is the mean of %Ln step(s)", nullptr, each)
                                        : QString();
}

QString columnWords(const TimelineScene &scene, const MetricSeries &series, std::size_t column)
{
    const StepRange &range = scene.columns.ranges[column];
    const double first = series.steps()[range.from];
    const double last = series.steps()[range.to - 1];
    return first == last ? TimelineWords::tr("Step %1").arg(stepWord(first))
                         : TimelineWords::tr("Steps %1 to %2").arg(stepWord(first), stepWord(last));
}

QString cellWords(
    const TimelineScene &scene, const MetricSeries &series, std::size_t machine, std::size_t column, bool isShort)
{
    const TimelineCell &cell = scene.cells[machine][column];
    if (!cell.isIn)
        return notInTheRun();
    const double step = series.steps()[scene.columns.ranges[column].to - 1];
    const bool hasWork = shareAt(series.machines()[machine], step) > 0;
    const QString idle = TimelineWords::tr("has no work");
    switch (scene.quantity) {
    case TimelineQuantity::Time: {
        const QString words = timeWords(cell, isShort);
        return hasWork ? words : joinParts({idle, words});
    }
    case TimelineQuantity::Speed:
        return hasWork ? speedWords(scene.values[machine][column], isShort) : idle;
    case TimelineQuantity::Share:
        return hasWork ? formatPercent(scene.values[machine][column].bold, 1) : idle;
    default:
        return readingWords(scene.values[machine][column].bold, *readingOf(scene.quantity));
    }
}

QString markWords(const TimelineMark &mark, const std::vector<LogLine> &log, const MetricSeries &series)
{
    if (mark.line >= log.size())
        return {};
    const QStringList machines = machineWords(series);
    const QString sentence = sentenceOf(log[mark.line], machines).section(QLatin1Char('\n'), 0, 0);
    const QString machine = mark.machine >= 0 ? machines.value(mark.machine) : QString();
    const QString inside = insideSentence(machine);
    return machine.isEmpty() || sentence.contains(machine) || sentence.contains(inside)
        ? TimelineWords::tr("Step %1: %2").arg(stepWord(mark.step), sentence)
        : TimelineWords::tr("Step %1, %2: %3").arg(stepWord(mark.step), inside, sentence);
}

} // namespace motley
