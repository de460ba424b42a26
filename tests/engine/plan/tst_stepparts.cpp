// Where the time of steps went, as measured by the rank that the other ranks waited for.
#include "engine/plan/balance/stepparts.h"

#include <QTest>

using namespace motley;

namespace {

// The second rank is the slow one.
StepDone step(double exchange)
{
    StepDone done;
    done.seconds = 0.3 + exchange;
    done.ranks = {{0, 10, 10, 0, 0.05, 0.1, 0.15 + exchange, 0}, {1, 10, 10, 0.04, 0.1, 0.15, exchange, 0.01}};
    return done;
}

} // namespace

class StepPartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysNothingBeforeTheFirstStep();
    void takesTheRankThatTheOthersWaitFor();
    void addsUpToTheTimeOfTheRun();
};

void StepPartsTest::saysNothingBeforeTheFirstStep()
{
    const StepParts parts;
    QCOMPARE(parts.stepSeconds() + parts.computeSeconds() + parts.exchangeSeconds() + parts.dataSeconds(), 0.0);
}

void StepPartsTest::takesTheRankThatTheOthersWaitFor()
{
    StepParts parts;
    parts.add(step(0.02));
    QCOMPARE(parts.stepSeconds(), 0.32);
    QCOMPARE(parts.computeSeconds(), 0.26);
    QCOMPARE(parts.exchangeSeconds(), 0.02);
    QCOMPARE(parts.dataSeconds(), 0.04);
}

void StepPartsTest::addsUpToTheTimeOfTheRun()
{
    StepParts parts;
    for (const double exchange : {0.02, 0.9, 0.04}) // under a quota of processor time one step of three stands still
        parts.add(step(exchange));
    QCOMPARE(parts.exchangeSeconds(), 0.96 / 3);
    QCOMPARE(parts.stepSeconds(), 0.3 + 0.96 / 3);
}

QTEST_GUILESS_MAIN(StepPartsTest)
#include "tst_stepparts.moc"
