// What the numbers of a run are called: in which unit, of which time, and that parts add up.
#include "app/cli/terminal/progressline.h"
#include "app/models/runmachinemodel.h"
#include "app/words/slowdownwords.h"
#include "app/words/steptimewords.h"
#include "tests/app/metricfeed.h"
#include "tests/app/plainspaces.h"

#include <QTest>

#include <cmath>

using namespace motley;

class RunNumbersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void countsWhatSharesCount();
    void saysNothingOfNowAfterTheEnd();
    void namesTheRestOfAStep();
    void leavesNoLoneMachineOut();
};

// Tokens of a translation, in the speeds of the run, of its machines and of the command line.
void RunNumbersTest::countsWhatSharesCount()
{
    MetricSeries series;
    Feed feed(series);
    ProgressLine terminal;
    const RunStarted started{"r", "n", TranslationSpec::name, "m", 1, 1, 512, 100, 1, "0"};
    feed(PlanChosen{twoMachines()});
    feed(started);
    terminal.add({1, 1, started});
    StepDone done = step(1, 2);
    done.samples = 12;
    for (RankStep &rank : done.ranks) {
        rank.samples = 4;
        rank.units = 170;
    }
    feed(done);
    terminal.add({2, 2, done});
    const double units = 170.0 * double(done.ranks.size());
    QCOMPARE(*series.rate() * done.seconds, units);
    QCOMPARE(series.unit(), BatchUnit::Tokens);
    RunMachineModel table;
    table.setSeries(&series);
    const auto cell = [&](int column) { return plainSpaces(table.index(0, column).data().toString()); };
    QVERIFY2(cell(RunMachineModel::Share).endsWith(QStringLiteral("512 tokens")), qPrintable(cell(2)));
    QVERIFY2(cell(RunMachineModel::Rate).endsWith(QStringLiteral("tokens/s")), qPrintable(cell(3)));
    QVERIFY2(plainSpaces(terminal.text()).contains(QStringLiteral("tokens/s")), qPrintable(terminal.text()));
}

// After the end nothing is said of a present: speeds are those of all steps, and no machine is slow or busy any more.
void RunNumbersTest::saysNothingOfNowAfterTheEnd()
{
    MetricSeries series;
    Feed feed(series);
    feed(PlanChosen{twoMachines()});
    double seconds = 0;
    for (int i = 1; i <= 80; ++i) {
        StepDone done = step(i, 2);
        done.samples = 256;
        done.seconds = i <= 20 ? 1 : 0.1;
        seconds += done.seconds;
        feed(done);
    }
    Slowdown slowdown;
    slowdown.machine = 0;
    feed(slowdown);
    Telemetry telemetry;
    telemetry.cpuPercent = 100;
    feed(telemetry);
    RunMachineModel table;
    table.setSeries(&series);
    const auto text = [&](int column) { return table.index(0, column).data().toString(); };
    QCOMPARE(text(RunMachineModel::State), QStringLiteral("Slow"));
    feed(RunFinished{});
    QVERIFY(std::abs(*series.rate() - 80 * 256 / seconds) < 1e-6);
    QCOMPARE(text(RunMachineModel::State), QStringLiteral("Ended"));
    QCOMPARE(text(RunMachineModel::Cpu), QString());
    QCOMPARE(
        table.headerData(RunMachineModel::Rate, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("Speed"));
}

// What is shown of a step adds up to it.
void RunNumbersTest::namesTheRestOfAStep()
{
    StepDone step;
    step.seconds = 0.2;
    step.ranks = {{0, 50, 50, 0.01, 0.05, 0.05, 0.02, 0.02}};
    StepParts parts;
    parts.add(step);
    QCOMPARE(plainSpaces(stepPartsWords(parts, {})),
        QStringLiteral("Of it, computing took 120 ms, the exchange 20 ms, waiting for data 10 ms, and reports and "
                       "waiting for the slowest rank 50 ms."));
    QCOMPARE(plainSpaces(stepPartsWords(parts, {0.15, 0.03})),
        QStringLiteral("Of it, computing took 120 ms (predicted: 150 ms), the exchange 20 ms (predicted: 30 ms), "
                       "waiting for data 10 ms, and reports and waiting for the slowest rank 50 ms."));
}

void RunNumbersTest::leavesNoLoneMachineOut()
{
    const Slowdown slowdown{Slowdown::Stage::Begun, 130, 120, 0, -1, Slowdown::Part::Compute, Slowdown::Cause::Unknown,
        {}, 0.42, 0.2, 1, false};
    QVERIFY(slowdownText(slowdown).contains(QStringLiteral("leave it out")));
    QVERIFY(!slowdownText(slowdown, Company::None).contains(QStringLiteral("leave it out")));
}

QTEST_MAIN(RunNumbersTest)
#include "tst_runnumbers.moc"
