// What the x axis of the charts of a run counts, and smoothing by what is visible.
#include "app/plots/charts/runcharts.h"
#include "app/plots/controls/axismenu.h"
#include "app/plots/controls/smoothingfield.h"
#include "app/plots/curves/plotlibrary.h"
#include "app/plots/plotpanel.h"
#include "app/plots/timelineview.h"
#include "app/words/format.h"
#include "tests/app/metricfeed.h"
#include "tests/app/settle.h"
#include "tests/app/windowonruns.h"

#include <QDoubleSpinBox>
#include <QLabel>
#include <QRegularExpression>
#include <QTableView>
#include <QTest>

#include <cmath>

using namespace motley;

namespace {

StepDone stepOf(std::int64_t number, std::int64_t epoch, std::int64_t samples)
{
    StepDone done = step(number, 1);
    done.epoch = epoch;
    done.samples = samples;
    return done;
}

} // namespace

class XAxesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QLocale::setDefault(QLocale::c()); }
    void cleanup() { m_runs.reset(); }
    void countsSamplesAndEpochs();
    void knowsAboutWhereAResumedRunBegins();
    void timeNeverGoesBack();
    void aTestStandsAtItsStep();
    void ticksAreRoundTimes();
    void allChartsHaveTheChosenAxis();
    void theTimeLineMeansTheSameStep();
    void theChoiceIsKeptAndTheZoomIsNot();
    void aLogarithmicAxisShowsEverything();
    void smoothsByWhatIsVisible();

private:
    void open();
    template <typename T>
    T *find(const char *name) const
    {
        return m_runs->window->findChild<T *>(QLatin1String(name));
    }
    QCPAxis *axis(const char *plot) const { return find<MetricPlot>(plot)->findChild<QCustomPlot *>()->xAxis; }
    void choose(const char *action) { find<QAction>(action)->trigger(); }

    std::unique_ptr<WindowOnRuns> m_runs;
};

void XAxesTest::open()
{
    m_runs = std::make_unique<WindowOnRuns>();
    QVERIFY(m_runs->open());
    const OpenRun *run
        = m_runs->workspace->open(m_runs->workspace->history().find(QStringLiteral("Fashion-MNIST"))->id);
    m_runs->window->showPage(NavigationRail::Page::Run);
    QTRY_COMPARE(run->series().steps().size(), std::size_t(1175));
    QVERIFY(settle(*m_runs->window));
}

// Three steps an epoch, the last of 2 samples.
void XAxesTest::countsSamplesAndEpochs()
{
    MetricSeries series;
    Feed feed(series);
    feed(RunStarted{"r", "n", "t", "m", 1, 10, 4, 6, 1, "1"});
    for (int i = 0; i < 6; ++i)
        feed(stepOf(i + 1, 1 + i / 3, i % 3 == 2 ? 2 : 4));
    QCOMPARE(series.samplesSeen(), (std::vector<double>{4, 8, 10, 14, 18, 20}));
    XColumns columns;
    columns.choose(XAxis::Epochs);
    columns.refresh(series);
    QCOMPARE(columns.ofSteps(), (std::vector<double>{0.4, 0.8, 1, 1.4, 1.8, 2}));
    feed(stepOf(5, 2, 4)); // the run went back
    columns.refresh(series);
    QCOMPARE(columns.ofSteps(), (std::vector<double>{0.4, 0.8, 1, 1.4, 1.8}));
}

void XAxesTest::knowsAboutWhereAResumedRunBegins()
{
    MetricSeries series;
    Feed feed(series);
    feed(RunStarted{"r", "n", "t", "m", 1, 10, 4, 6, 5, "1"});
    feed(stepOf(5, 2, 4));
    QCOMPARE(series.samplesSeen(), std::vector<double>{20}); // at most what there was before the last step of the epoch
    feed(stepOf(7, 3, 4));
    QCOMPARE(series.samplesSeen().back(), 24.0);
}

void XAxesTest::timeNeverGoesBack()
{
    MetricSeries series;
    const auto done = [](std::int64_t number) { return stepOf(number, 1, 4); };
    series.append({{1, 100, RunStarted{}}, {2, 101, done(1)}, {3, 99, done(2)}, {4, 103, done(3)}});
    XColumns columns;
    columns.choose(XAxis::Time);
    columns.refresh(series);
    QCOMPARE(columns.ofSteps(), (std::vector<double>{1, 1, 3}));
}

void XAxesTest::aTestStandsAtItsStep()
{
    MetricSeries series;
    Feed feed(series);
    for (int i = 1; i <= 3; ++i)
        feed(stepOf(i, 1, 4));
    feed(Evaluation{2, 1, 0.5, {}, 10, 1});
    XColumns columns;
    for (const XAxis axis : allXAxes) {
        columns.choose(axis);
        columns.refresh(series);
        QCOMPARE(columns.ofTests(), std::vector<double>{columns.ofSteps()[1]});
        QCOMPARE(xAxisOf(wordOf(axis)), axis);
    }
    QCOMPARE(xAxisOf(QStringLiteral("of another version")), XAxis::Steps);
}

void XAxesTest::ticksAreRoundTimes()
{
    QCOMPARE(formatTimeTick(0, 10), QStringLiteral("0\u00a0s"));
    QCOMPARE(formatTimeTick(2.5, 0.5), QStringLiteral("2.5\u00a0s"));
    QCOMPARE(formatTimeTick(600, 300), QStringLiteral("10\u00a0min"));
    QCOMPARE(formatTimeTick(7200, 3600), QStringLiteral("2\u00a0h"));
    QCOMPARE(formatTimeTick(4200, 600), QStringLiteral("1\u00a0h\u00a010\u00a0min"));
}

void XAxesTest::allChartsHaveTheChosenAxis()
{
    open();
    const std::pair<const char *, double> ends[]{
        {"xAxis-samples", 300000}, {"xAxis-seconds", 119.85}, {"xAxis-epochs", 5}, {"xAxis-step", 1175}};
    for (const auto &[action, end] : ends) {
        choose(action);
        QVERIFY(settle(*m_runs->window));
        for (const char *plot : {"lossPlot", "throughputPlot", "testsPlot", "stepTimePlot"}) {
            const double upper = axis(plot)->range().upper;
            QVERIFY2(std::abs(upper - end) < 0.01 * end, qPrintable(QString::number(upper)));
        }
    }
    choose("xAxis-epochs");
    QCOMPARE(axis("lossPlot")->label(), QStringLiteral("Epochs"));
    find<QToolButton>("lossShowTable")->click();
    auto *table = find<QTableView>("lossTable");
    QCOMPARE(table->model()->headerData(0, Qt::Horizontal).toString(), QStringLiteral("Epochs"));
    QCOMPARE(table->model()->index(234, 0).data().toString(), QStringLiteral("1.003")); // its batches are all full
    QVERIFY(!table->model()->index(234, 3).data().toString().isEmpty()); // the test of the first epoch
    find<PlotPanel>("loss")->setCrosshair(
        find<MetricPlot>("lossPlot")->curves()[2].x->front()); // where its value is too
    for (const auto *entry : find<QWidget>("loss")->findChildren<QToolButton *>())
        QVERIFY2(
            !entry->property("legend").toBool() || !entry->text().contains(QChar(0x2013)), qPrintable(entry->text()));
}

// The crosshairs are linked, and the time line always counts steps.
void XAxesTest::theTimeLineMeansTheSameStep()
{
    open();
    choose("xAxis-samples"); // 256 a step
    auto *timeline = find<TimelineView>("timeline");
    Q_EMIT find<PlotPanel>("loss")->crosshairMoved(256 * 600);
    const QString words = find<QLabel>("timelineWords")->text();
    const auto named = QRegularExpression(QStringLiteral("Steps? ([0-9,]+)(?: to ([0-9,]+))?")).match(words);
    QVERIFY2(named.hasMatch(), qPrintable(words));
    const int from = named.captured(1).remove(u',').toInt();
    const int to = named.captured(2).isEmpty() ? from : named.captured(2).remove(u',').toInt();
    QVERIFY2(from <= 600 && 600 <= to, qPrintable(words));
    Q_EMIT timeline->crosshairMoved(300);
    const auto *plot = find<MetricPlot>("lossPlot")->findChild<QCustomPlot *>();
    QString said;
    for (int i = 0; i < plot->itemCount(); ++i)
        if (const auto *text = qobject_cast<QCPItemText *>(plot->item(i)))
            said += text->text();
    QVERIFY2(said.contains(QStringLiteral("step 300")), qPrintable(said));
}

void XAxesTest::theChoiceIsKeptAndTheZoomIsNot()
{
    open();
    find<MetricPlot>("lossPlot")->zoom(0.25);
    choose("xAxis-seconds");
    QVERIFY(settle(*m_runs->window));
    QVERIFY(find<MetricPlot>("lossPlot")->view() == PlotView());
    find<MetricPlot>("lossPlot")->zoom(0.25);
    m_runs->workspace->open(m_runs->workspace->history().find(QStringLiteral("Lost two"))->id);
    QVERIFY(settle(*m_runs->window));
    QCOMPARE(axis("lossPlot")->label(), QStringLiteral("Time"));
    QVERIFY(find<MetricPlot>("lossPlot")->view() == PlotView());
    QCOMPARE(m_runs->workspace->settings().xAxis(), QStringLiteral("seconds"));
}

void XAxesTest::aLogarithmicAxisShowsEverything()
{
    open();
    choose("xLogarithmic");
    QVERIFY(settle(*m_runs->window));
    QCOMPARE(axis("gradientNormPlot")->scaleType(), QCPAxis::stLogarithmic);
    QVERIFY(std::abs(axis("lossPlot")->range().lower - 1) < 1e-6);
    QCOMPARE(axis("lossPlot")->range().upper, 1175.0);
    const auto *graph = find<MetricPlot>("lossPlot")->findChild<QCustomPlot *>()->graph(0);
    QCOMPARE(graph->data()->constBegin()->key, 1.0);
    find<MetricPlot>("lossPlot")->zoom(0.5); // around the middle, which is the 34th step
    const auto range = axis("lossPlot")->range();
    QVERIFY2(range.lower < 34 && range.upper > 34 && range.upper < 400, qPrintable(QString::number(range.upper)));
}

void XAxesTest::smoothsByWhatIsVisible()
{
    QCOMPARE(smoothingWeight(0, 1000), 0.0);
    QCOMPARE(smoothingWeight(1, 1900), 18.0 / 20);
    open();
    const auto *charts = m_runs->window->findChild<RunCharts *>();
    find<QDoubleSpinBox>("smoothingNumber")->setValue(4);
    const double span = 1175 * 0.04;
    QVERIFY(std::abs(charts->smoothingWeight() - (span - 1) / (span + 1)) < 1e-9);
    find<MetricPlot>("lossPlot")->zoom(0.25);
    const double shorter = span / 4;
    QVERIFY(std::abs(charts->smoothingWeight() - (shorter - 1) / (shorter + 1)) < 0.01);
    QCOMPARE(m_runs->workspace->settings().smoothing(), 4.0);
}

QTEST_MAIN(XAxesTest)
#include "tst_xaxes.moc"
