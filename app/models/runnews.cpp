#include "app/models/runnews.h"

#include "app/models/runnotice.h"
#include "app/models/runprogress.h"
#include "app/words/format.h"
#include "app/words/metricwords.h"

namespace motley {

namespace {

QString findingOf(const OpenRun &run)
{
    const auto notice = noticeOf(run);
    return notice ? notice->sentence : QString();
}

QString endOf(const OpenRun &run)
{
    const MetricSeries &series = run.series();
    if (run.record().outcome == RunRecord::Outcome::Failed || series.steps().empty())
        return findingOf(run);
    const QString steps = RunNews::tr("%Ln step(s) in %1.", nullptr, static_cast<int>(series.steps().size()))
                              .arg(formatDuration(series.lastTime() - series.startTime()));
    const auto &best = run.record().best;
    return best ? joinSentences({steps, RunNews::tr("Best test: %1.").arg(describeMetric(*best))}) : steps;
}

bool isTheSame(const std::optional<Slowdown> &a, const std::optional<Slowdown> &b)
{
    return a.has_value() == b.has_value() && (!a || (a->machine == b->machine && a->part == b->part));
}

} // namespace

void RunNews::watch(const OpenRun *run)
{
    m_known[run] = {};
    connect(run, &OpenRun::changed, this, [this, run] { look(run); });
    connect(run, &OpenRun::seriesChanged, this, [this, run] { look(run); });
    connect(run, &QObject::destroyed, this, [this](const QObject *gone) { m_known.erase(gone); });
}

void RunNews::look(const OpenRun *run)
{
    const MetricSeries &series = run->series();
    const bool isLive = !run->hasEnded() && !run->isReading();
    Known now{isLive, series.members().losses().size(), std::nullopt};
    if (!series.slowdowns().empty())
        now.slowdown = series.slowdowns().back();
    const Known before = std::exchange(m_known[run], now);
    if (!before.isLive)
        return;
    if (run->isOver())
        return tell(*run, endOf(*run));
    if (!isLive) // its end is known, and comes once its machines have said what came last
        m_known[run].isLive = true;
    else if (now.losses > before.losses || (now.slowdown && !isTheSame(now.slowdown, before.slowdown)))
        tell(*run, findingOf(*run));
}

void RunNews::tell(const OpenRun &run, const QString &text)
{
    Q_EMIT came(run.id(), titleOf(run), text);
}

} // namespace motley
