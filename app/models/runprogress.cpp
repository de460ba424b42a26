#include "app/models/runprogress.h"

#include "app/models/runwords.h"
#include "app/words/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

struct ProgressWords {
    Q_DECLARE_TR_FUNCTIONS(motley::RunProgress)
};

// Rounded down, as 100 % are reached at the end only.
QString percentWords(double fraction)
{
    return formatPercent(std::floor(100 * fraction));
}

} // namespace

std::optional<double> fractionDone(const OpenRun &run)
{
    const MetricSeries &series = run.series();
    const auto total = series.started() ? static_cast<double>(series.started()->totalSteps) : 0.0;
    if (run.hasEnded() || total <= 0 || series.steps().empty())
        return std::nullopt;
    return std::clamp(series.steps().back() / total, 0.0, 1.0);
}

QString progressWords(const OpenRun &run)
{
    const auto done = fractionDone(run);
    const QString state = stateOf(run).word;
    if (!done)
        return state;
    if (run.state() != TrainingRun::State::Running || run.isStopping())
        return ProgressWords::tr("%1, %2").arg(state, percentWords(*done));
    if (const auto silent = run.silentSeconds())
        return ProgressWords::tr("%1, no step for %2").arg(percentWords(*done), formatDuration(*silent));
    const auto left = run.series().secondsLeft();
    return left ? ProgressWords::tr("%1, %2 left").arg(percentWords(*done), formatDuration(*left))
                : percentWords(*done);
}

QString titleOf(const OpenRun &run)
{
    const auto done = fractionDone(run);
    return ProgressWords::tr("%1 - %2").arg(done ? percentWords(*done) : stateOf(run).word, plainText(run.name(), 60));
}

} // namespace motley
