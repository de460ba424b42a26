// The progress line that a terminal shows for a run.
#include "app/cli/progressline.h"

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
        line.take(started(100));
        QCOMPARE(line.text(), QString("Waiting for the first step"));
    }

    void estimatesFromTheSpeedAfterTwentySteps()
    {
        ProgressLine line;
        line.take(started(100));
        for (int i = 1; i < 20; ++i)
            line.take(step(i, 2));
        QVERIFY(!line.secondsLeft());
        line.take(step(20, 22)); // 20 steps in 60 seconds
        QCOMPARE(line.secondsLeft().value_or(0), 240.0);
        QCOMPARE(line.text(), QString("step 20 of 100   loss 0.5000   100 samples/s   4 min 0 s left"));
    }

    void saysHowFarOffTheTimesOfTheRunWere()
    {
        ProgressLine line;
        line.take(started(200));
        for (int i = 1; i <= 40; ++i)
            line.take(step(i, i <= 20 ? 1 : 2)); // the last 20 took twice the time that the first 20 let expect
        QCOMPARE(line.text(),
            QString("step 40 of 200   loss 0.5000   200 samples/s   4 min 0 s left (perhaps 4 min 0 s to "
                    "8 min 0 s)"));
    }

    void saysNoRangeWhereAllTimesWereAlike()
    {
        ProgressLine line;
        line.take(started(100));
        for (int i = 1; i <= 40; ++i)
            line.take(step(i, 1));
        QVERIFY2(line.text().endsWith(QString("   1 min 0 s left")), qPrintable(line.text()));
    }

    void countsTheStepsOfThisRunAlone()
    {
        ProgressLine line;
        RunStarted resumed;
        resumed.totalSteps = 64;
        resumed.firstStep = 51;
        line.take({1, 0, resumed});
        QCOMPARE(line.stepsTaken(), 0);
        line.take(step(51, 1));
        line.take(step(52, 1));
        QCOMPARE(line.stepsTaken(), 2);
    }

    void showsTheNewestAccuracyAsTheWindowDoes()
    {
        ProgressLine line;
        line.take(step(1, 1));
        for (const double accuracy : {0.5, 0.75, 0.625}) {
            Evaluation body;
            body.metrics = {{"accuracy", accuracy, Metric::Unit::Fraction}};
            line.take({9, 0, body});
        }
        QCOMPARE(line.text(), QString("step 1   loss 0.5000   300 samples/s   accuracy 62.50 %"));
        QCOMPARE(line.best()->metrics.front().value, 0.75);
    }
};

QTEST_GUILESS_MAIN(ProgressLineTest)
#include "tst_progressline.moc"
