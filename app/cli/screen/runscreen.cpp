#include "app/cli/screen/runscreen.h"

#include "app/cli/screen/machinelines.h"
#include "app/cli/screen/textcharts.h"
#include "app/cli/terminal/columns.h"
#include "app/cli/terminal/progressline.h"
#include "app/models/logmodel.h"
#include "app/models/runmachinemodel.h"
#include "app/models/runnotice.h"
#include "app/models/runprogress.h"
#include "app/models/runwords.h"
#include "app/words/format.h"
#include "app/words/metricwords.h"
#include "app/words/planwords.h"

#include <QLocale>

#include <algorithm>

namespace motley {

namespace {

constexpr int fixedRows = 5; // state, bar, figures, notice, keys
constexpr int leastCurveRows = 3; // with its title
constexpr int leastLogRows = 2;
constexpr std::size_t leastMachines = 1;

Tone toneOf(QColor Colours::*colour)
{
    if (colour == &Colours::good)
        return Tone::Good;
    if (colour == &Colours::warning)
        return Tone::Warning;
    if (colour == &Colours::bad)
        return Tone::Bad;
    return colour == &Colours::accent ? Tone::Accent : Tone::Muted;
}

Tone toneOf(MessageCard::Kind kind)
{
    return kind == MessageCard::Kind::Error  ? Tone::Bad
        : kind == MessageCard::Kind::Warning ? Tone::Warning
                                             : Tone::Plain;
}

Tone toneOf(LogLine::Level level)
{
    return level == LogLine::Level::Error ? Tone::Bad : level == LogLine::Level::Warning ? Tone::Warning : Tone::Plain;
}

ScreenLine titleLine(const OpenRun &run, int columns)
{
    const RunStateWord state = stateOf(run);
    const ScreenLine name{
        {plainText(run.name(), 60), Tone::Strong}, {QStringLiteral("   ")}, {state.word, toneOf(state.colour)}};
    const QString progress = progressWords(run);
    return progress == state.word ? cutToColumns(name, columns) : atBothEnds(name, {{progress}}, columns);
}

ScreenLine barLine(const OpenRun &run, int columns)
{
    const double done = run.series().finished() && run.record().outcome == RunRecord::Outcome::Completed
        ? 1
        : fractionDone(run).value_or(0);
    const int full = int(done * columns);
    return {{QString(full, QChar(0x2501)), Tone::Accent}, {QString(columns - full, QChar(0x2500)), Tone::Muted}};
}

// The least important is left out first where not all fit.
ScreenLine figuresLine(const OpenRun &run, int columns)
{
    const MetricSeries &series = run.series();
    QStringList figures;
    if (!series.steps().empty()) {
        const auto step = static_cast<std::int64_t>(series.steps().back());
        figures << (series.started()
                ? ProgressLine::tr("step %1 of %2").arg(formatCount(step), formatCount(series.started()->totalSteps))
                : ProgressLine::tr("step %1").arg(formatCount(step)));
        figures << ProgressLine::tr("loss %1").arg(QLocale().toString(series.loss().back(), 'f', 4));
        figures << rateWords(series.rate(), series.unit());
    }
    if (!series.metrics().empty())
        figures << describeMetric(series.metrics().front().latest);
    if (run.isSaving())
        figures << RunScreen::tr("writes a checkpoint");
    else if (series.lastCheckpoint())
        figures << RunScreen::tr("checkpoint of step %1").arg(formatCount(series.lastCheckpoint()->step));
    QString line = figures.join(QStringLiteral("   "));
    while (figures.size() > 1 && columnsOf(line) > columns) {
        figures.removeLast();
        line = figures.join(QStringLiteral("   "));
    }
    return {{line}};
}

ScreenLine noticeLine(const OpenRun &run, int columns)
{
    const auto notice = noticeOf(run);
    if (!notice)
        return {};
    return cutToColumns({{plainText(notice->sentence).simplified(), toneOf(notice->kind)}}, columns);
}

struct Curve {
    QString title;
    const std::vector<double> *values;
};

std::vector<Curve> curvesOf(const MetricSeries &series)
{
    std::vector<Curve> curves{{RunScreen::tr("Loss"), &series.loss()},
        {RunScreen::tr("Speed"), &series.samplesPerSecond()}, {RunScreen::tr("Gradient norm"), &series.gradientNorm()}};
    for (const MetricColumn &metric : series.metrics())
        curves.push_back({metricName(metric.latest.name), &metric.shown});
    return curves;
}

std::vector<ScreenLine> curveLines(const OpenRun &run, int chosen, int columns, int rows)
{
    const std::vector<Curve> curves = curvesOf(run.series());
    const int count = int(curves.size());
    const int shown = (chosen % count + count) % count;
    ScreenLine title;
    for (int i = 0; i < count; ++i)
        title.push_back(
            {curves[std::size_t(i)].title + QStringLiteral("   "), i == shown ? Tone::Strong : Tone::Muted});
    std::vector<ScreenLine> lines{cutToColumns(title, columns)};
    const std::vector<double> &values = *curves[std::size_t(shown)].values;
    constexpr int edge = 11; // columns, of the range
    const std::vector<double> means = meansOfParts(values, std::size_t(std::max(1, columns - edge)) * 2);
    const ValueRange range = finiteRange(means);
    const QStringList curve = brailleCurve(means, range, std::max(1, columns - edge), rows - 1);
    for (int row = 0; row < rows - 1; ++row) {
        const bool isEnd = !values.empty() && (row == 0 || row == rows - 2);
        const QString bound = isEnd ? formatNumber(row == 0 ? range.most : range.least) : QString();
        lines.push_back(
            {{filling(bound, edge - 1) + bound + QLatin1Char(' '), Tone::Muted}, {curve[row], Tone::Accent}});
    }
    return lines;
}

std::vector<ScreenLine> logLines(const OpenRun &run, std::size_t scrolledBack, int columns, int rows)
{
    const std::vector<LogLine> &log = run.log();
    const std::size_t room = std::size_t(std::max(0, rows));
    const std::size_t back = log.size() > room ? std::min(scrolledBack, log.size() - room) : 0;
    const std::size_t end = log.size() - back;
    const QStringList machines = machineWords(run.series());
    std::vector<ScreenLine> lines;
    for (std::size_t i = end > room ? end - room : 0; i < end; ++i) {
        const auto time = QDateTime::fromMSecsSinceEpoch(qint64(log[i].time * 1000)).time();
        const QString words = plainText(sentenceOf(log[i], machines)).simplified();
        lines.push_back(cutToColumns(
            {{QLocale().toString(time, QStringLiteral("HH:mm:ss ")), Tone::Muted}, {words, toneOf(log[i].level)}},
            columns));
    }
    lines.resize(room);
    return lines;
}

ScreenLine keysLine(const OpenRun &run, const RunScreenState &state, int columns)
{
    if (!state.question.isEmpty())
        return cutToColumns({{state.question, Tone::Warning}}, columns);
    QStringList keys{RunScreen::tr("q: leave")};
    if (run.canBeStopped() && !run.isStopping())
        keys << RunScreen::tr("s: stop");
    if (run.canBePaused())
        keys << RunScreen::tr("p: pause") << RunScreen::tr("c: checkpoint");
    keys << RunScreen::tr("Tab: next curve") << RunScreen::tr("Up, Down: log");
    return cutToColumns({{keys.join(QStringLiteral("   ")), Tone::Muted}}, columns);
}

} // namespace

std::vector<ScreenLine> RunScreen::draw(const OpenRun &run, const RunScreenState &state, const ScreenSize &size)
{
    const int columns = std::max(1, size.columns);
    std::vector<ScreenLine> lines{
        titleLine(run, columns), barLine(run, columns), figuresLine(run, columns), noticeLine(run, columns)};
    const int room = size.rows - fixedRows;
    const auto most = std::max<std::size_t>(leastMachines, std::size_t(std::max(0, room)) / 3);
    const std::vector<ScreenLine> machines = machineLines(run.series(), columns, most);
    const int left = room - int(machines.size());
    const int logRows = std::max(leastLogRows, left / 3);
    if (const int curveRows = left - logRows; curveRows >= leastCurveRows)
        for (ScreenLine &line : curveLines(run, state.curve, columns, curveRows))
            lines.push_back(std::move(line));
    lines.insert(lines.end(), machines.begin(), machines.end());
    const int logRoom = size.rows - 1 - int(lines.size());
    for (ScreenLine &line : logLines(run, state.scrolledBack, columns, logRoom))
        lines.push_back(std::move(line));
    lines.resize(std::size_t(std::max(0, size.rows - 1)));
    lines.push_back(keysLine(run, state, columns));
    return lines;
}

} // namespace motley
