#include "app/cli/terminal/progressline.h"
#include "app/models/logmodel.h"
#include "app/models/runmachinemodel.h"
#include "app/words/format.h"
#include "tests/app/metricfeed.h"

#include <QFile>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace motley;

class MetricSeriesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void holdsStepsAgainstThePrediction();
    void splitsTheThroughputByMachine();
    void hasOneSpeedEverywhere();
    void tellsWaitingFromExchange();
    void doesNotKnowWhatAnIdleMachineCouldDo();
    void countsTimeFromOneMomentAtTheEndToo();
    void takesEachEventOnce();
    void forgetsTheStepsThatAreRepeated();
    void hasAColumnForEachMetric();
    void keepsTheColumnsAlignedWhenThePlanChanges();
    void saysNothingOfTheEndTooEarly();
    void makesALineOfWhatMatters();
    void cutsAFloodOfWarnings();
    void knowsWhatIsSlowNow();
    void knowsWhoIsInTheWay();
    void survivesRanksThatThePlanDoesNotKnow();
    void keepsTheLatestNoiseScale();
};

void MetricSeriesTest::keepsTheLatestNoiseScale()
{
    MetricSeries series;
    Feed feed(series);
    StepDone measured = step(1, 2);
    feed(measured);
    QVERIFY(!series.noiseScale());
    measured.step = 2;
    measured.noiseScale = 300;
    feed(measured);
    feed(step(3, 1));
    QCOMPARE(series.noiseScale(), std::optional(300.0));
}

void MetricSeriesTest::holdsStepsAgainstThePrediction()
{
    MetricSeries series;
    Feed feed(series);
    QVERIFY(!series.stepPredicted().isKnown());
    PlanChosen chosen{twoMachines()};
    chosen.plan.predicted = {0.4, 0.1, 0.05};
    feed(chosen);
    for (const int number : {1, 2, 3}) {
        StepDone done = step(number, 1);
        done.seconds = number; // the median counts
        feed(done);
    }
    QCOMPARE(series.stepPredicted().seconds(), 0.5);
    QCOMPARE(series.stepParts().stepSeconds(), 2.0);
}

void MetricSeriesTest::splitsTheThroughputByMachine()
{
    MetricSeries series;
    Feed feed(series);
    feed(PlanChosen{twoMachines()});
    feed(step(1, 2.3));
    QCOMPARE(series.machines().size(), std::size_t(2));
    QCOMPARE(series.machines()[0].samplesPerSecond.back(), 256.0);
    QCOMPARE(series.machines()[1].samplesPerSecond.back(), 256.0);
    QCOMPARE(series.machines()[0].share, 128);
    QVERIFY(std::abs(series.machines()[0].split.back().data - 0.2) < 1e-12); // the mean of its two ranks
}

// The second machine computes twice as long; the first waits for it inside of its exchange.
void MetricSeriesTest::tellsWaitingFromExchange()
{
    MetricSeries series;
    Feed feed(series);
    Plan plan = twoMachines();
    plan.ranks.pop_back();
    plan.ranks[1].machine = 1;
    feed(PlanChosen{plan});
    StepDone done = step(1, 2);
    done.seconds = 0.25;
    done.ranks = {{0, 128, 128, 0, 0.04, 0.06, 0.15, 0}, {1, 128, 128, 0, 0.08, 0.12, 0.05, 0}};
    feed(done);
    const TimeSplit fast = series.recentSplit(series.machines()[0]);
    const TimeSplit slow = series.recentSplit(series.machines()[1]);
    const auto is = [](double a, double b) { return std::abs(a - b) < 1e-9; };
    QVERIFY(is(fast.exchange, 0.05));
    QVERIFY(is(slow.exchange, 0.05)); // as the sentence of the whole run says
    QVERIFY(is(series.stepParts().exchangeSeconds(), 0.05));
    QVERIFY(is(fast.waiting, 0.1));
    QVERIFY(is(slow.waiting, 0));
    QVERIFY(is(fast.total(), 0.25));
    QVERIFY(is(slow.total(), 0.25));
    QVERIFY(is(series.machines()[0].ownSamplesPerSecond.back(), 1280)); // what they could do
    QVERIFY(is(series.machines()[1].ownSamplesPerSecond.back(), 640));
    QVERIFY(is(series.machines()[0].samplesPerSecond.back(), 512)); // what they did
    QVERIFY(is(series.machines()[1].samplesPerSecond.back(), 512));
}

void MetricSeriesTest::doesNotKnowWhatAnIdleMachineCouldDo()
{
    MetricSeries series;
    Feed feed(series);
    feed(PlanChosen{twoMachines()});
    StepDone done = step(1, 2);
    done.ranks[2].samples = 0;
    feed(done);
    QVERIFY(series.machines()[0].ownSamplesPerSecond.back() > 0);
    QVERIFY(std::isnan(series.machines()[1].ownSamplesPerSecond.back()));
    QCOMPARE(series.machines()[1].samplesPerSecond.back(), 0.0); // which is what it did
}

// The end says that the run began two seconds before its first event. The times of its steps stay what they were.
void MetricSeriesTest::countsTimeFromOneMomentAtTheEndToo()
{
    MetricSeries series;
    Feed feed(series);
    feed(RunStarted{"r", "n", "t", "m", 1, 1, 256, 2, 1, "0"}); // in second 1001
    feed(step(1, 2));
    QCOMPARE(series.lastTime() - series.startTime(), 1.0);
    RunFinished finished;
    finished.seconds = 4;
    feed(finished); // in second 1003
    QCOMPARE(series.lastTime() - series.startTime(), 2.0);
    QCOMPARE(series.stepTimes()[0] - series.startTime(), 1.0);
}

// A recorded run under a quota of processor time: most steps are fast, and every tenth stands still for a while.
void MetricSeriesTest::hasOneSpeedEverywhere()
{
    QLocale::setDefault(QLocale::c());
    MetricSeries series;
    Feed feed(series);
    ProgressLine terminal;
    const RunStarted started{"r", "n", "t", "m", 1, 1, 256, 100000, 1, "0"};
    Plan plan = twoMachines();
    plan.ranks.pop_back();
    plan.ranks[1].machine = 1;
    feed(started);
    feed(PlanChosen{plan});
    terminal.add({1, 1, started});
    QFile file(QStringLiteral(MOTLEY_FIXTURES "/healthyrun.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    file.readLine(); // names
    std::vector<StepDone> steps;
    while (!file.atEnd()) {
        StepDone done;
        done.step = static_cast<std::int64_t>(steps.size()) + 1;
        done.samples = 256;
        done.ranks = {{0, 96, 96}, {1, 160, 160}};
        const QList<QByteArray> microseconds = file.readLine().trimmed().split(',');
        for (qsizetype rank = 0; rank < 2; ++rank) {
            double seconds = 0;
            for (const QByteArray &part : microseconds.mid(4 * rank, 4))
                seconds += part.toDouble() * 1e-6;
            done.seconds = std::max(done.seconds, seconds);
        }
        done.seconds += done.step % 10 == 0 ? 1.5 : 0;
        done.samplesPerSecond = 256 / done.seconds;
        steps.push_back(done);
        feed(done);
        terminal.add({done.step + 10, 1, done});
    }
    QVERIFY(steps.size() > 100);
    double seconds = 0;
    for (std::size_t i = steps.size() - 50; i < steps.size(); ++i)
        seconds += steps[i].seconds;
    const double speed = 50 * 256 / seconds;
    const auto same = [](double a, double b) { return std::abs(a - b) < 1e-9 * b; };
    QVERIFY(series.rate());
    QVERIFY(same(*series.rate(), speed)); // the header
    QVERIFY(same(series.samplesPerSecond().back(), speed)); // the chart and its legend
    QVERIFY(same(series.machines()[0].samplesPerSecond.back() * 256 / 96, speed));
    QVERIFY(same(series.machines()[1].samplesPerSecond.back() * 256 / 160, speed));
    RunMachineModel table;
    table.setSeries(&series);
    QCOMPARE(table.index(0, RunMachineModel::Rate).data().toString(), formatRate(speed * 96 / 256));
    const double left = (100000 - static_cast<double>(steps.size())) * 256 / speed;
    QVERIFY(series.secondsLeft());
    QVERIFY(same(*series.secondsLeft(), left));
    QVERIFY(terminal.secondsLeft());
    QVERIFY(same(*terminal.secondsLeft(), left));
    const auto inWindow = series.rangeLeft();
    const auto inTerminal = terminal.rangeLeft();
    QVERIFY(inWindow);
    QVERIFY(inTerminal);
    QVERIFY(same(inTerminal->least, inWindow->least));
    QVERIFY(same(inTerminal->most, inWindow->most));
    QVERIFY(inWindow->least < left);
    QVERIFY(left < inWindow->most);
    QVERIFY2(terminal.text().contains(formatRate(speed)), qPrintable(terminal.text()));
}

void MetricSeriesTest::takesEachEventOnce()
{
    MetricSeries series;
    const std::vector<Event> batch{{1, 1, step(1, 2)}, {2, 2, step(2, 1)}};
    series.append(batch);
    series.append(batch);
    QCOMPARE(series.steps(), (std::vector<double>{1, 2}));
}

void MetricSeriesTest::forgetsTheStepsThatAreRepeated()
{
    MetricSeries series;
    Feed feed(series);
    feed(PlanChosen{twoMachines()});
    for (int i = 1; i <= 10; ++i)
        feed(step(i, i));
    feed(Evaluation{8, 1, 0.5, {{"accuracy", 0.8, Metric::Unit::Fraction}}, 100, 1});
    QCOMPARE(series.metrics().at(0).shown, std::vector<double>{80});
    feed(RunStarted{"r", "n", "t", "m", 1, 1, 256, 20, 6, "0"});
    feed(step(6, 60));
    QCOMPARE(series.steps().back(), 6.0);
    QCOMPARE(series.loss().back(), 60.0);
    QCOMPARE(series.steps().size(), std::size_t(6));
    QVERIFY(series.evaluationSteps().empty());
    QVERIFY(series.metrics().at(0).shown.empty());
    QCOMPARE(series.machines()[0].split.size(), std::size_t(6));
}

void MetricSeriesTest::hasAColumnForEachMetric()
{
    MetricSeries series;
    QSignalSpy changed(&series, &MetricSeries::metricsChanged);
    Feed feed(series);
    const Metric f1{"f1", 0.25, Metric::Unit::Fraction};
    feed(Evaluation{1, 1, 0.5, {f1}, 100, 1});
    feed(Evaluation{2, 1, 0.5, {f1}, 100, 1});
    QCOMPARE(changed.size(), 1);
    feed(Evaluation{3, 1, 0.5, {f1, {"perplexity", 12, Metric::Unit::Number, false}}, 100, 1});
    QCOMPARE(changed.size(), 2);
    QCOMPARE(series.metrics().size(), std::size_t(2));
    QCOMPARE(series.metrics().at(0).shown.back(), 25.0);
    QCOMPARE(series.metrics().at(1).shown.back(), 12.0);
    for (const MetricColumn &column : series.metrics())
        QCOMPARE(column.shown.size(), series.evaluationSteps().size());
}

void MetricSeriesTest::keepsTheColumnsAlignedWhenThePlanChanges()
{
    MetricSeries series;
    QSignalSpy changed(&series, &MetricSeries::planChanged);
    Feed feed(series);
    feed(PlanChosen{twoMachines()});
    feed(step(1, 1));
    Plan alone = twoMachines();
    alone.machines.resize(1);
    alone.ranks.resize(1);
    feed(PlanChosen{alone});
    feed(step(2, 1));
    QCOMPARE(changed.size(), 2);
    QCOMPARE(series.machines().size(), std::size_t(1));
    QCOMPARE(series.machines()[0].samplesPerSecond.size(), series.steps().size());
}

void MetricSeriesTest::saysNothingOfTheEndTooEarly()
{
    MetricSeries series;
    Feed feed(series);
    feed(RunStarted{"r", "n", "t", "m", 1, 1, 256, 100, 1, "0"});
    for (int i = 1; i < 20; ++i)
        feed(step(i, 1));
    QVERIFY(!series.secondsLeft());
    feed(step(20, 1));
    QCOMPARE(*series.secondsLeft(), 40.0);
    feed(RunFinished{});
    QVERIFY(!series.secondsLeft());
}

void MetricSeriesTest::makesALineOfWhatMatters()
{
    MetricSeries series;
    QSignalSpy logged(&series, &MetricSeries::logged);
    Feed feed(series);
    feed(step(1, 1));
    feed(Telemetry{});
    QCOMPARE(logged.size(), 0);
    feed(Warning{1, "slow"});
    feed(RankFailed{0, 1, "killed by signal 9", {}});
    QCOMPARE(logged.size(), 2);
    const auto line = logged[1][0].value<std::vector<LogLine>>().front();
    QCOMPARE(line.level, LogLine::Level::Error);
    QCOMPARE(line.machine, 1);
    feed(Note{-1, "Goes on from step 20."});
    QCOMPARE(logged[2][0].value<std::vector<LogLine>>().front().level, LogLine::Level::Info);
}

void MetricSeriesTest::cutsAFloodOfWarnings()
{
    MetricSeries series;
    std::vector<QString> lines;
    connect(&series, &MetricSeries::logged, this, [&](const std::vector<LogLine> &more) {
        for (const LogLine &line : more)
            lines.push_back(sentenceOf(line));
    });
    std::vector<Event> events;
    for (int i = 1; i <= 3000; ++i)
        events.push_back({i, 1000, Warning{1, "late"}});
    events.push_back({3001, 1000, RunFinished()});
    series.append(events);
    QCOMPARE(lines.size(), std::size_t(102));
    QCOMPARE(lines[99], QStringLiteral("late"));
    QVERIFY2(lines[100].startsWith(QLocale().toString(2900) + QStringLiteral(" more message")), qPrintable(lines[100]));
}

void MetricSeriesTest::knowsWhatIsSlowNow()
{
    MetricSeries series;
    Feed feed(series);
    Slowdown hot;
    hot.machine = 1;
    Slowdown network;
    network.part = Slowdown::Part::Exchange;
    feed(hot);
    feed(network);
    hot.stage = Slowdown::Stage::Explained;
    hot.cause = Slowdown::Cause::Heat;
    feed(hot);
    QCOMPARE(series.slowdowns(), (std::vector<Slowdown>{network, hot}));
    hot.stage = Slowdown::Stage::Over;
    feed(hot);
    QCOMPARE(series.slowdowns(), std::vector<Slowdown>{network});
    feed(RunStarted{"r", "n", "t", "m", 1, 1, 256, 100, 1, "0"});
    QVERIFY(series.slowdowns().empty());
}

void MetricSeriesTest::knowsWhoIsInTheWay()
{
    MetricSeries series;
    Feed feed(series);
    feed(PlanChosen{twoMachines()});
    QVERIFY(!machineInTheWay(series));
    Slowdown network;
    network.part = Slowdown::Part::Exchange;
    feed(network); // a slow network belongs to no machine
    QVERIFY(!machineInTheWay(series));
    network.stage = Slowdown::Stage::Explained;
    network.cause = Slowdown::Cause::Link;
    network.machine = 1;
    feed(network);
    QCOMPARE(machineInTheWay(series), std::optional<std::string>("box"));
    Slowdown busy;
    busy.machine = 0;
    busy.sharesFollow = true;
    feed(busy); // other shares already make up for it
    QVERIFY(!machineInTheWay(series));

    RunFinished finished;
    finished.outcome = RunFinished::Outcome::Failed;
    feed(RankFailed{2, 1, "killed by signal 9", {}});
    feed(finished);
    QCOMPARE(machineInTheWay(series), std::optional<std::string>("box"));

    MetricSeries alone;
    Feed feedAlone(alone);
    Plan plan = twoMachines();
    plan.machines.pop_back();
    plan.ranks.pop_back();
    feedAlone(PlanChosen{plan});
    feedAlone(RankFailed{0, 0, "killed by signal 9", {}});
    feedAlone(finished);
    QVERIFY(!machineInTheWay(alone));
}

void MetricSeriesTest::survivesRanksThatThePlanDoesNotKnow()
{
    MetricSeries series;
    Feed feed(series);
    Plan plan = twoMachines();
    plan.ranks[2].machine = 7;
    feed(PlanChosen{plan});
    StepDone strange = step(1, 1);
    strange.ranks[0].rank = -1;
    strange.ranks[1].rank = 99;
    feed(strange);
    QCOMPARE(series.steps().size(), std::size_t(1));
    QVERIFY(std::isnan(series.machines()[0].samplesPerSecond.back())); // none of the machine's ranks trained
}

QTEST_GUILESS_MAIN(MetricSeriesTest)
#include "tst_metricseries.moc"
