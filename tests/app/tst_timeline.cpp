// What the time line of a run shows: parts that are all of a step, columns that stay, shares that move, marks.
#include "app/models/runmachinemodel.h"
#include "app/timeline/timelinescene.h"
#include "tests/app/lostmachines.h"
#include "tests/app/metricfeed.h"
#include "tests/app/plainspaces.h"
#include "tests/app/recordedrun.h"
#include "tests/app/recount.h"

#include <QTest>

using namespace motley;

namespace {

bool same(double one, double two)
{
    return std::abs(one - two) <= 1e-9 * std::max(1.0, std::abs(one));
}

std::vector<double> numbers(int first, int last)
{
    std::vector<double> steps;
    for (int i = first; i <= last; ++i)
        steps.push_back(i);
    return steps;
}

} // namespace

class TimelineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allPartsAreAllOfAStep_data();
    void allPartsAreAllOfAStep();
    void longSumsAreThoseOfTheSteps();
    void forgottenStepsAreInNoSum();
    void columnsAreOfRoundNumbers();
    void columnsStayAsTheRunGoesOn();
    void aMachineThatIsLostHasNoTime();
    void sharesMove();
    void speedsAreThoseOfTheSteps();
    void marksWhatHappened();
    void readingsAreThoseOfTheTelemetry();
    void aMachineTellsOnlyWhatItKnows();
};

void TimelineTest::allPartsAreAllOfAStep_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char *name : {"slowed", "stopped", "unlike", "skipped", "resumed"})
        QTest::addRow("%s", name) << QByteArray(name);
}

void TimelineTest::allPartsAreAllOfAStep()
{
    QFETCH(QByteArray, name);
    const recount::Run run(recordedLines(name.constData()));
    MetricSeries series;
    series.append(recordedEvents(name.constData()));
    const std::size_t all = series.steps().size();
    QCOMPARE(all, run.steps.size());
    for (std::size_t machine = 0; machine < series.machines().size(); ++machine) {
        const TimelineCell cell = timelineCell(series, machine, {1, all}); // the first step has no update
        const double step = recount::mean(run.seconds, 1, all);
        double named = 0;
        for (const auto &part : run.machines[machine].parts)
            named += recount::mean(part, 1, all);
        QVERIFY(same(cell.total(), std::max(step, named)));
        QVERIFY(same(cell.part(TimelinePart::Rest), std::max(0.0, step - named)));
        QVERIFY(same(cell.part(TimelinePart::Waiting), recount::mean(run.machines[machine].parts[3], 1, all)));
        QVERIFY(same(cell.part(TimelinePart::Exchange), recount::mean(run.machines[machine].parts[4], 1, all)));
        QVERIFY(cell.total() >= step * (1 - 1e-9));
        QVERIFY2(cell.total() <= step * 1.01, qPrintable(QString::number(cell.total() / step)));
    }
}

void TimelineTest::longSumsAreThoseOfTheSteps()
{
    SplitColumn column;
    std::vector<double> seconds;
    for (int i = 0; i < 1000; ++i) {
        seconds.push_back(1 + i % 7);
        const double part = i % 13 == 0 ? 0 : 0.1 * (i % 5); // at times it was not in the run
        column.add({part, part, part, part, part, part}, seconds.back());
    }
    for (const auto &[from, to] : {std::pair(0, 1000), {0, 31}, {5, 70}, {31, 33}, {32, 64}, {64, 999}, {7, 7}}) {
        SplitSum naive;
        for (int i = from; i < to; ++i)
            naive.add(column[std::size_t(i)], seconds[std::size_t(i)]);
        const SplitSum sum = column.sum(std::size_t(from), std::size_t(to), seconds);
        QVERIFY(same(sum.parts.waiting, naive.parts.waiting));
        QVERIFY(same(sum.stepSeconds, naive.stepSeconds));
        QCOMPARE(sum.steps, naive.steps);
    }
}

void TimelineTest::forgottenStepsAreInNoSum()
{
    SplitColumn column;
    std::vector<double> seconds(100, 1);
    for (int i = 0; i < 100; ++i)
        column.add({1, 0, 0, 0, 0, 0}, 1);
    seconds.resize(70);
    column.resize(70, seconds);
    for (int i = 0; i < 30; ++i) {
        seconds.push_back(2);
        column.add({2, 0, 0, 0, 0, 0}, 2);
    }
    const SplitSum sum = column.sum(0, 100, seconds);
    QCOMPARE(sum.steps, 100.0);
    QCOMPARE(sum.parts.data, 130.0);
    QCOMPARE(sum.stepSeconds, 130.0);
}

void TimelineTest::columnsAreOfRoundNumbers()
{
    const auto steps = numbers(1, 300000);
    for (const int most : {1, 7, 100, 640}) {
        const TimelineColumns columns = timelineColumns(steps, 1, 300000, most);
        QVERIFY(int(columns.ranges.size()) <= most);
        std::size_t next = 0; // each step is in one column
        for (const StepRange &range : columns.ranges) {
            QCOMPARE(range.from, next);
            next = range.to;
        }
        QCOMPARE(next, steps.size());
    }
    QCOMPARE(timelineColumns(steps, 1, 300000, 640).stepsEach, 500);
    QCOMPARE(timelineColumns(numbers(1, 50), 1, 50, 640).stepsEach, 1);
    QVERIFY(timelineColumns({}, 1, 50, 640).ranges.empty());
    // After a resume, and zoomed in.
    const TimelineColumns part = timelineColumns(numbers(501, 900), 601, 700, 40);
    QCOMPARE(part.stepsEach, 5);
    QCOMPARE(part.ranges.front(), (StepRange{100, 105, 601}));
    QCOMPARE(part.ranges.back(), (StepRange{195, 200, 696}));
}

void TimelineTest::columnsStayAsTheRunGoesOn()
{
    const auto before = timelineColumns(numbers(1, 1500), 1, 1500, 400);
    const auto after = timelineColumns(numbers(1, 1503), 1, 1503, 400);
    QCOMPARE(after.stepsEach, before.stepsEach);
    for (std::size_t i = 0; i + 1 < before.ranges.size(); ++i)
        QCOMPARE(after.ranges[i], before.ranges[i]);
}

void TimelineTest::aMachineThatIsLostHasNoTime()
{
    MetricSeries series;
    series.append(runThatLostTwo(1000, {RunFinished::Outcome::Completed, 300, 30, "", ""}));
    QVERIFY(timelineCell(series, 1, {0, 120}).isIn);
    QVERIFY(!timelineCell(series, 1, {120, 300}).isIn);
    const TimelineCell both = timelineCell(series, 1, {110, 130}); // means over the ten steps that it was in
    QVERIFY(same(both.total(), timelineCell(series, 1, {110, 120}).total()));
}

void TimelineTest::sharesMove()
{
    MetricSeries series;
    series.append(runThatLostTwo(1000, {RunFinished::Outcome::Completed, 300, 30, "", ""}));
    const MachineSeries &first = series.machines()[0];
    QCOMPARE(shareAt(first, 1), 64);
    QCOMPARE(shareAt(first, 120), 64);
    QCOMPARE(shareAt(first, 121), 104);
    QCOMPARE(shareAt(first, 250), 65);
    QCOMPARE(shareAt(series.machines()[1], 121), 0);

    MetricSeries back; // and a run that went back forgets what came later
    Feed feed(back);
    feed(PlanChosen{twoMachines()});
    for (int i = 1; i <= 10; ++i)
        feed(step(i, 1));
    feed(SharesChanged{11, {32, 32, 192}, 0, 1, 1, 0.9});
    feed(step(11, 1));
    QCOMPARE(shareAt(back.machines()[0], 10), 128);
    QCOMPARE(shareAt(back.machines()[0], 11), 64);
    feed(PlanChosen{twoMachines()});
    feed(RunStarted{"r", "n", "t", "m", 1, 1, 256, 20, 6, "0"});
    QCOMPARE(shareAt(back.machines()[0], 11), 128);
}

void TimelineTest::speedsAreThoseOfTheSteps()
{
    const recount::Run run(recordedLines("slowed"));
    MetricSeries series;
    series.append(recordedEvents("slowed"));
    for (std::size_t machine = 0; machine < run.machines.size(); ++machine) {
        const recount::Machine &counted = run.machines[machine];
        const TimelineSpeed speed = timelineSpeed(series.machines()[machine], {20, 60, 21});
        QVERIFY(same(*speed.did, recount::mean(counted.samples, 20, 60) / recount::mean(run.seconds, 20, 60)));
        const auto own = recount::ownSeconds(counted);
        QVERIFY(same(*speed.couldDo, recount::mean(counted.samples, 20, 60) / recount::mean(own, 20, 60)));
    }
}

void TimelineTest::marksWhatHappened()
{
    using Kind = TimelineMark::Kind;
    MetricSeries series;
    std::vector<LogLine> log;
    connect(&series, &MetricSeries::logged, this,
        [&](const std::vector<LogLine> &lines) { log.insert(log.end(), lines.begin(), lines.end()); });
    QVERIFY(timelineMarks(log, series).empty());
    series.append(recordedEvents("slowed"));
    std::vector<std::pair<Kind, double>> found;
    for (const TimelineMark &mark : timelineMarks(log, series))
        found.emplace_back(mark.kind, mark.step);
    QVERIFY(std::is_sorted(found.begin(), found.end(), [](auto &a, auto &b) { return a.second < b.second; }));
    std::vector<std::pair<Kind, double>> expected;
    for (const Event &event : recordedEvents("slowed")) {
        if (const auto *slowdown = std::get_if<Slowdown>(&event.body))
            expected.emplace_back(Kind::Finding, slowdown->step);
        else if (const auto *shares = std::get_if<SharesChanged>(&event.body))
            expected.emplace_back(Kind::Shares, shares->step);
        else if (const auto *test = std::get_if<Evaluation>(&event.body))
            expected.emplace_back(Kind::Test, test->step);
        else if (const auto *checkpoint = std::get_if<CheckpointSaved>(&event.body))
            expected.emplace_back(Kind::Checkpoint, checkpoint->step);
    }
    QCOMPARE(expected.size(), std::size_t(5));
    std::stable_sort(expected.begin(), expected.end(), [](auto &a, auto &b) { return a.second < b.second; });
    QCOMPARE(found, expected);
}

// A sample tells of the time since the one before it, so it counts for the steps that ended in between.
void TimelineTest::readingsAreThoseOfTheTelemetry()
{
    MetricSeries series;
    Feed feed(series);
    feed(PlanChosen{twoMachines()});
    feed(RunStarted{"r", "n", "t", "m", 1, 1, 256, 20, 1, "0"});
    const auto sample = [&](int machine, double processors, double heat) {
        Telemetry telemetry;
        telemetry.machine = machine;
        telemetry.cpuPercent = processors;
        telemetry.memoryUsedBytes = 3;
        telemetry.memoryTotalBytes = 4;
        telemetry.gpus = {{"a", 90, 100, 200, heat}, {"b", 70, 50, 100, heat - 10}};
        feed(telemetry);
    };
    for (int i = 1; i <= 10; ++i) {
        feed(step(i, 1));
        if (i == 4 || i == 8)
            sample(1, 10.0 * i, 60.0 + i);
    }
    const TelemetryHistory &readings = series.machines()[1].readings;
    using Reading = TelemetryReading;
    QCOMPARE(*readings.mean(Reading::Processors, 1, 3), 40.0); // of the next sample
    QCOMPARE(*readings.mean(Reading::Processors, 1, 9), 60.0);
    QCOMPARE(*readings.mean(Reading::Processors, 5, 6), 80.0);
    QVERIFY(!readings.mean(Reading::Processors, 9, 10)); // none has come since
    QCOMPARE(*readings.mean(Reading::Memory, 1, 3), 75.0);
    QCOMPARE(*readings.mean(Reading::Gpus, 1, 3), 80.0);
    QCOMPARE(*readings.mean(Reading::GpuMemory, 1, 3), 150.0);
    QCOMPARE(*readings.mean(Reading::Power, 1, 3), 300.0);
    QCOMPARE(*readings.mean(Reading::Heat, 1, 3), 64.0);

    const TimelineScene scene = timelineScene(series, {}, TimelineQuantity::Processors, std::nullopt, 100);
    QCOMPARE(*scene.values[1][0].bold, 40.0);
    QVERIFY(!scene.values[0][0].bold);
    QCOMPARE(scene.greatest, 100.0);
    QVERIFY(plainSpaces(cellWords(scene, series, 1, 0, true)) == QStringLiteral("40 %"));
    QCOMPARE(cellWords(scene, series, 0, 0, true), QStringLiteral("n/a"));

    feed(RunStarted{"r", "n", "t", "m", 1, 1, 256, 20, 6, "0"}); // it went back before the second sample
    QCOMPARE(series.machines()[1].readings.size(), std::size_t(1));
}

void TimelineTest::aMachineTellsOnlyWhatItKnows()
{
    MetricSeries series;
    series.append(recordedEvents("slowed"));
    const MachineSeries &machine = series.machines()[0];
    using Reading = TelemetryReading;
    QVERIFY(machine.readings.has(Reading::Processors));
    for (const auto reading : {Reading::Gpus, Reading::Power, Reading::Heat})
        QVERIFY(!machine.readings.has(reading)); // it has no GPU
    RunMachineModel model;
    model.setSeries(&series);
    const auto values = [&](int column) { return model.index(0, column).data(RunMachineModel::readingsRole); };
    const auto processors = values(RunMachineModel::Cpu).value<QList<double>>();
    QCOMPARE(processors.size(), qsizetype(machine.readings.size()));
    QVERIFY(std::abs(processors.constLast() - *machine.telemetry->cpuPercent / 100) < 1e-6); // kept as a float
    QVERIFY(!values(RunMachineModel::Gpu).isValid());
}

QTEST_MAIN(TimelineTest)
#include "tst_timeline.moc"
