#include "app/timeline/stragglerwords.h"

#include "app/models/metricseries.h"
#include "app/models/runmachinemodel.h"
#include "app/words/format.h"
#include "remote/session/machinename.h"

#include <QCoreApplication>

#include <cmath>

namespace motley {

namespace {

struct StragglerWords {
    Q_DECLARE_TR_FUNCTIONS(motley::StragglerWords)
};

constexpr int fewestToSay = 10; // steps
constexpr double worthSaying = 0.005; // of the speed

QString waitWords(const Straggler &straggler, const QString &machine, bool isOver)
{
    const QString all = formatCount(straggler.steps);
    const QString part = formatPercent(100 * straggler.waitedPart);
    const double faster = straggler.speedWithout.value_or(1) - 1;
    if (isOver || std::abs(faster) < worthSaying)
        return StragglerWords::tr(
            "%Ln of the last %1 steps waited for %2, %3 of the time", nullptr, straggler.waitedSteps)
            .arg(all, machine, part);
    const QString change = formatPercent(100 * std::abs(faster));
    if (faster > 0)
        return StragglerWords::tr("%Ln of the last %1 steps waited for %2, %3 of the time; without it %4 faster now",
            nullptr, straggler.waitedSteps)
            .arg(all, machine, part, change);
    return StragglerWords::tr("%Ln of the last %1 steps waited for %2, %3 of the time; without it %4 slower now",
        nullptr, straggler.waitedSteps)
        .arg(all, machine, part, change);
}

} // namespace

QString stragglerWords(const Straggler &straggler, int ranks, const QStringList &machines, bool isOver)
{
    if (straggler.steps == 0)
        return {};
    if (ranks < 2)
        return StragglerWords::tr("One rank trains, and waits for no other");
    if (straggler.steps < fewestToSay && isOver)
        return StragglerWords::tr("There were too few steps to say which machine the others waited for");
    if (straggler.steps < fewestToSay)
        return StragglerWords::tr("There are too few steps yet to say which machine the others wait for");
    if (straggler.machine < 0)
        return StragglerWords::tr("In the last %Ln step(s) no machine waited for another", nullptr, straggler.steps);
    return waitWords(straggler, insideSentence(machines.value(straggler.machine)), isOver);
}

QString stragglerWords(const MetricSeries &series)
{
    if (!series.plan() || series.latestSteps().empty())
        return {};
    return stragglerWords(stragglerOf(series.latestSteps(), *series.plan()),
        static_cast<int>(series.latestSteps().back().ranks.size()), machineWords(series),
        series.finished().has_value());
}

QString stepAgainstForecast(const MetricSeries &series)
{
    const auto &latest = series.latestSteps();
    if (latest.empty())
        return {};
    double seconds = 0;
    for (const StepDone &step : latest)
        seconds += step.seconds / static_cast<double>(latest.size());
    const QString forecast
        = series.stepPredicted().isKnown() ? formatSeconds(series.stepPredicted().seconds()) : notKnown();
    return StragglerWords::tr(
        "Mean of the last %Ln step(s): %1, forecast: %2", nullptr, static_cast<int>(latest.size()))
        .arg(formatSeconds(seconds), forecast);
}

} // namespace motley
