// Which machine the others wait for: counted again from recorded steps, and in steps made up to have a known answer.
#include "app/timeline/stragglerwords.h"
#include "tests/app/lostmachines.h"
#include "tests/app/metricfeed.h"
#include "tests/app/plainspaces.h"
#include "tests/app/recordedrun.h"
#include "tests/app/recount.h"

#include <QTest>

using namespace motley;

namespace {

Plan threeMachines()
{
    Plan plan;
    plan.shareRule = ShareRule::Measured;
    plan.machines = {{"box1", "10.0.0.1"}, {"box2", "10.0.0.2"}, {"box3", "10.0.0.3"}};
    plan.ranks = {{0, {}, 40, 0, 1}, {1, {}, 40, 0, 1}, {2, {}, 20, 0, 1}};
    return plan;
}

// box3 computes for 0.4 s, the others for 0.2 s, and the exchange takes 0.1 s more: they wait for 0.2 s of 0.5.
StepDone waitingForBox3(std::int64_t number)
{
    StepDone done;
    done.step = number;
    done.samples = 100;
    done.seconds = 0.5;
    done.ranks = {{0, 40, 40, 0, 0.1, 0.1, 0.3, 0}, {1, 40, 40, 0, 0.1, 0.1, 0.3, 0}, {2, 20, 20, 0, 0.2, 0.2, 0.1, 0}};
    return done;
}

StepDone waitingForNobody(std::int64_t number)
{
    StepDone done = waitingForBox3(number);
    for (RankStep &rank : done.ranks)
        rank = {rank.rank, rank.samples, rank.units, 0, 0.2, 0.2, 0.1, 0};
    return done;
}

const QStringList names{QStringLiteral("box1"), QStringLiteral("box2"), QStringLiteral("box3")};

} // namespace

class StragglerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTheMachineThatTheOthersWaitFor();
    void knowsTheSpeedWithoutIt();
    void guessesNoSpeed();
    void agreesWithARecordedRun_data();
    void agreesWithARecordedRun();
    void countsNoStepsOfOtherRanks();
    void saysItInASentence();
    void saysWhenNobodyWaits();
};

void StragglerTest::namesTheMachineThatTheOthersWaitFor()
{
    std::deque<StepDone> steps;
    for (int i = 1; i <= 100; ++i)
        steps.push_back(i <= 83 ? waitingForBox3(i) : waitingForNobody(i));
    const Straggler found = stragglerOf(steps, threeMachines());
    QCOMPARE(found.steps, 100);
    QCOMPARE(found.machine, 2);
    QCOMPARE(found.waitedSteps, 83);
    QVERIFY(std::abs(found.waitedPart - 0.83 * 0.2 / 0.5) < 1e-9);
}

// Without box3 the others have 50 samples each, for 0.25 s, and the exchange takes 0.1 s: 0.35 s instead of 0.5.
void StragglerTest::knowsTheSpeedWithoutIt()
{
    const std::deque<StepDone> steps(20, waitingForBox3(1));
    const Straggler found = stragglerOf(steps, threeMachines());
    QVERIFY(found.speedWithout);
    QVERIFY2(std::abs(*found.speedWithout - 0.5 / 0.35) < 1e-9, qPrintable(QString::number(*found.speedWithout)));

    Plan two = threeMachines(); // box1 alone has 100 samples, for 0.5 s, and exchanges with nobody
    two.ranks[1].machine = two.ranks[2].machine = 1;
    const Straggler alone = stragglerOf(steps, two);
    QCOMPARE(alone.machine, 1);
    QVERIFY(std::abs(*alone.speedWithout - 1) < 1e-9);
}

void StragglerTest::guessesNoSpeed()
{
    const std::deque<StepDone> steps(20, waitingForBox3(1));
    Plan given = threeMachines();
    given.shareRule = ShareRule::Given; // the user's own shares do not follow speeds
    QVERIFY(!stragglerOf(steps, given).speedWithout);
    Plan small = threeMachines();
    small.ranks[0].largestShare = small.ranks[1].largestShare = 45; // 90 of 100
    QVERIFY(!stragglerOf(steps, small).speedWithout);
    std::deque<StepDone> unmeasured = steps;
    for (StepDone &step : unmeasured)
        step.ranks[0].units = step.ranks[1].units = 0; // who had no work shows no speed
    QVERIFY(!stragglerOf(unmeasured, threeMachines()).speedWithout);
    QVERIFY(!stragglerOf({}, threeMachines()).speedWithout);
}

void StragglerTest::agreesWithARecordedRun_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char *name : {"slowed", "stopped", "unlike", "skipped"})
        QTest::addRow("%s", name) << QByteArray(name);
}

// Counts again from the lines themselves: each recorded machine has one rank, so the one that waits for 0 s is the
// last.
void StragglerTest::agreesWithARecordedRun()
{
    QFETCH(QByteArray, name);
    const recount::Run run(recordedLines(name.constData()));
    std::vector<int> counts(run.machines.size());
    std::vector<double> waited(run.machines.size());
    double seconds = 0;
    const std::size_t all = run.steps.size();
    for (std::size_t i = all < 100 ? 0 : all - 100; i < all; ++i) {
        std::size_t last = 0;
        double others = 0;
        for (std::size_t machine = 0; machine < run.machines.size(); ++machine) {
            const double waits = run.machines[machine].parts[3][i];
            last = waits == 0 ? machine : last;
            others += waits / double(run.machines.size() - 1);
        }
        seconds += run.seconds[i];
        if (others < 0.01 * run.seconds[i])
            continue;
        ++counts[last];
        waited[last] += others;
    }
    const auto most = std::size_t(std::max_element(counts.begin(), counts.end()) - counts.begin());

    MetricSeries series;
    series.append(recordedEvents(name.constData()));
    const Straggler found = stragglerOf(series.latestSteps(), *series.plan());
    QCOMPARE(found.steps, int(std::min<std::size_t>(100, all)));
    QCOMPARE(found.machine, int(most));
    QCOMPARE(found.waitedSteps, counts[most]);
    QVERIFY(std::abs(found.waitedPart - waited[most] / seconds) < 1e-9);
}

void StragglerTest::countsNoStepsOfOtherRanks()
{
    MetricSeries series;
    series.append(runThatLostTwo(1000, {RunFinished::Outcome::Completed, 230, 23, "", ""}));
    QCOMPARE(stragglerOf(series.latestSteps(), *series.plan()).steps, 30); // since step 200
}

void StragglerTest::saysItInASentence()
{
    Straggler straggler{100, 2, 83, 0.41, 1.12};
    QCOMPARE(plainSpaces(stragglerWords(straggler, 3, names, false)),
        QStringLiteral("83 of the last 100 steps waited for box3, 41 % of the time; without it 12 % faster now"));
    straggler.speedWithout = 0.91;
    QCOMPARE(plainSpaces(stragglerWords(straggler, 3, names, false)),
        QStringLiteral("83 of the last 100 steps waited for box3, 41 % of the time; without it 9 % slower now"));
    const QString alone = QStringLiteral("83 of the last 100 steps waited for box3, 41 % of the time");
    QCOMPARE(plainSpaces(stragglerWords(straggler, 3, names, true)), alone); // there is no now
    straggler.speedWithout.reset();
    QCOMPARE(plainSpaces(stragglerWords(straggler, 3, names, false)), alone);
}

void StragglerTest::saysWhenNobodyWaits()
{
    QCOMPARE(stragglerWords({}, 0, names, false), QString());
    QVERIFY(stragglerWords({50, -1, 0, 0, {}}, 3, names, false).startsWith(QStringLiteral("In the last 50 step")));
    QVERIFY(stragglerWords({50, -1, 0, 0, {}}, 1, names, false).startsWith(QStringLiteral("One rank")));
    QVERIFY(stragglerWords({5, 0, 5, 0.9, {}}, 3, names, false).startsWith(QStringLiteral("There are too few")));
}

QTEST_MAIN(StragglerTest)
#include "tst_straggler.moc"
