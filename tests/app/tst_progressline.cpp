// The progress line that a terminal shows for a run.
#include "app/cli/terminal/progressline.h"
#include "tests/app/plainspaces.h"

#include <QLocale>
#include <QtTest>

using namespace motley;

namespace {

Event started(std::int64_t totalSteps)
{
    RunStarted body;
    body.totalSteps = totalSteps;
    return {1, 0, body};
}

Event step(std::int64_t number, double seconds)
{
    StepDone body;
    body.step = number;
    body.loss = 0.5;
    body.seconds = seconds;
    body.samples = 300;
    body.samplesPerSecond = 1234.4; // of the engine; not shown
    return {number + 1, 0, body};
}

} // namespace

class ProgressLineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void waitsForTheFirstStep()
    {
        ProgressLine line;
        line.add(started(100));
        QCOMPARE(plainSpaces(line.text()), QString("Waiting for the first step"));
    }

    void estimatesFromTheSpeedAfterTwentySteps()
    {
        ProgressLine line;
        line.add(started(100));
        for (int i = 1; i < 20; ++i)
            line.add(step(i, 2));
        QVERIFY(!line.secondsLeft());
        line.add(step(20, 22)); // 20 steps in 60 seconds
        QCOMPARE(line.secondsLeft().value_or(0), 240.0);
        QCOMPARE(plainSpaces(line.text()), QString("step 20 of 100   loss 0.5000   100 samples/s   4 min 0 s left"));
    }

    void saysHowFarOffTheTimesOfTheRunWere()
    {
        ProgressLine line;
        line.add(started(200));
        for (int i = 1; i <= 40; ++i)
            line.add(step(i, i <= 20 ? 1 : 2)); // the last 20 took twice the time that the first 20 let expect
        QCOMPARE(plainSpaces(line.text()),
            QString("step 40 of 200   loss 0.5000   200 samples/s   4 min 0 s left (perhaps 4 min 0 s to "
                    "8 min 0 s)"));
    }

    void leavesOutWhatANarrowTerminalHasNoRoomFor_data()
    {
        QTest::addColumn<int>("columns");
        QTest::addColumn<QString>("words");
        const QString step = QStringLiteral("step 1040 of 9200");
        QTest::addRow("wide") << 120
                              << step
                + "   loss 0.5000   200 samples/s   accuracy 62.50 %   3 h 24 min left "
                  "(perhaps 3 h 24 min to 6 h 48 min)";
        QTest::addRow("less wide") << 90
                                   << step + "   loss 0.5000   200 samples/s   accuracy 62.50 %   3 h 24 min left";
        QTest::addRow("usual") << 80 << step + "   loss 0.5000   200 samples/s   3 h 24 min left";
        QTest::addRow("narrower") << 50 << step + "   loss 0.5000   3 h 24 min left";
        QTest::addRow("very narrow") << 40 << step + "   3 h 24 min left";
        QTest::addRow("hopeless") << 10 << step;
    }
    void leavesOutWhatANarrowTerminalHasNoRoomFor()
    {
        QFETCH(int, columns);
        ProgressLine line;
        line.add(started(9200));
        for (int i = 1001; i <= 1040; ++i)
            line.add(step(i, i <= 1020 ? 1 : 2));
        Evaluation body;
        body.metrics = {{"accuracy", 0.625, Metric::Unit::Fraction}};
        line.add({9, 0, body});
        QTEST(plainSpaces(line.text(columns)), "words");
    }

    void saysNoRangeWhereAllTimesWereAlike()
    {
        ProgressLine line;
        line.add(started(100));
        for (int i = 1; i <= 40; ++i)
            line.add(step(i, 1));
        QVERIFY2(plainSpaces(line.text()).endsWith(QString("   1 min 0 s left")), qPrintable(line.text()));
    }

    void countsTheStepsOfThisRunAlone()
    {
        ProgressLine line;
        RunStarted resumed;
        resumed.totalSteps = 64;
        resumed.firstStep = 51;
        line.add({1, 0, resumed});
        QCOMPARE(line.stepsTaken(), 0);
        line.add(step(51, 1));
        line.add(step(52, 1));
        QCOMPARE(line.stepsTaken(), 2);
    }

    void showsTheNewestAccuracyAsTheWindowDoes()
    {
        ProgressLine line;
        line.add(step(1, 1));
        for (const double accuracy : {0.5, 0.75, 0.625}) {
            Evaluation body;
            body.metrics = {{"accuracy", accuracy, Metric::Unit::Fraction}};
            line.add({9, 0, body});
        }
        QCOMPARE(plainSpaces(line.text()), QString("step 1   loss 0.5000   300 samples/s   accuracy 62.50 %"));
        QCOMPARE(line.best()->metrics.front().value, 0.75);
    }
};

QTEST_GUILESS_MAIN(ProgressLineTest)
#include "tst_progressline.moc"
