// Slowdowns of computing are reported soon, and noise is not.
#include "describeslowdowns.h"
#include "syntheticrun.h"

#include <QtTest>

using namespace motley;

namespace {

using Stage = Slowdown::Stage;
using Part = Slowdown::Part;

constexpr unsigned seeds = 20;

} // namespace

class DiagnosisTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesASlowedMachineSoon_data();
    void namesASlowedMachineSoon();
    void saysNothingOfNoise_data();
    void saysNothingOfNoise();
    void isNotMisledByOtherShares();
    void saysNothingWhileSharesMove_data();
    void saysNothingWhileSharesMove();
    void namesAMachineWhoseShareMovesAtOnce_data();
    void namesAMachineWhoseShareMovesAtOnce();
    void seesThatAMachineRecoversWhileItsShareGrows_data();
    void seesThatAMachineRecoversWhileItsShareGrows();
    void ignoresAShortSlowdown();
    void mindsNoBriefOne();
    void comparesWithWhatWasMeasuredBefore();
    void saysWhichRankOfAMachine();
    void saysTheSlowestRankOfAMachine();
    void knowsWhoMovesShares();
    void ignoresStepsOfAnotherPlan();
    void watchesThoseThatAreLeft();
};

void DiagnosisTest::namesASlowedMachineSoon_data()
{
    QTest::addColumn<double>("factor");
    QTest::addColumn<double>("noise");
    for (const double noise : {0.01, 0.05})
        for (const double factor : {1.25, 1.5, 2.0, 4.0})
            QTest::addRow("%g, noise %g", factor, noise) << factor << noise;
}

void DiagnosisTest::namesASlowedMachineSoon()
{
    QFETCH(double, factor);
    QFETCH(double, noise);
    for (unsigned seed = 0; seed < seeds; ++seed) {
        MadeUpRun run(threeMachines(), noise, seed);
        const auto before = run.go(100);
        QVERIFY2(before.empty(), describe(before));
        run.machines[1].slower = factor;
        const auto news = run.go(20);
        QVERIFY2(news.size() == 1, describe(news));
        QCOMPARE(news[0].stage, Stage::Begun);
        QCOMPARE(news[0].machine, 1);
        QCOMPARE(news[0].rank, -1);
        QCOMPARE(news[0].part, Part::Compute);
        QVERIFY2(news[0].sinceStep >= 95, describe(news));
        QVERIFY2(news[0].sinceStep <= 106, describe(news));
        QVERIFY2(std::abs(news[0].factor() / factor - 1) < 0.15, describe(news));
        const auto later = run.go(60);
        QVERIFY2(later.empty(), describe(later));
        run.machines[1].slower = 1;
        const auto end = run.go(40);
        QVERIFY2(end.size() == 1, describe(end));
        QCOMPARE(end[0].stage, Stage::Over);
        QCOMPARE(end[0].machine, 1);
        if (factor >= 1.5)
            QVERIFY2(end[0].step <= 200, describe(end));
        const auto calm = run.go(100);
        QVERIFY2(calm.empty(), describe(calm));
    }
}

void DiagnosisTest::saysNothingOfNoise_data()
{
    QTest::addColumn<double>("noise");
    QTest::addColumn<int>("oddSteps");
    QTest::addRow("calm") << 0.005 << 0;
    QTest::addRow("noisy") << 0.05 << 0;
    QTest::addRow("with odd steps") << 0.05 << 7;
    QTest::addRow("very noisy") << 0.2 << 0;
}

void DiagnosisTest::saysNothingOfNoise()
{
    QFETCH(double, noise);
    QFETCH(int, oddSteps);
    for (unsigned seed = 0; seed < 50; ++seed) {
        MadeUpRun run(threeMachines(), noise, seed);
        run.oddSteps = oddSteps;
        for (auto &machine : run.machines)
            machine.telemetry = calmTelemetry();
        const auto news = run.go(200);
        QVERIFY2(news.empty(), describe(news));
    }
}

// A step has a fixed part that was not measured: with a smaller share it does not become shorter in proportion.
void DiagnosisTest::isNotMisledByOtherShares()
{
    for (unsigned seed = 0; seed < seeds; ++seed) {
        auto machines = threeMachines();
        machines[1].time.fixedSeconds = 0.1;
        MadeUpRun run(machines, 0.05, seed);
        auto news = run.go(60);
        run.share({77, 33, 146});
        const auto healthy = run.go(80);
        news.insert(news.end(), healthy.begin(), healthy.end());
        QVERIFY2(news.empty(), describe(news));

        run.machines[1].slower = 2;
        news = run.go(12);
        run.share({90, 20, 146}); // as the rebalancer would do
        const auto after = run.go(50);
        news.insert(news.end(), after.begin(), after.end());
        QVERIFY2(news.size() == 1, describe(news));
        QVERIFY2(news[0].machine == 1, describe(news));
        QVERIFY2(news[0].step <= 160, describe(news));
        run.machines[1].slower = 1;
        news = run.go(12);
        run.share({77, 33, 146});
        const auto end = run.go(50);
        news.insert(news.end(), end.begin(), end.end());
        QVERIFY2(news.size() == 1, describe(news));
        QVERIFY2(news[0].stage == Stage::Over, describe(news));
    }
}

void DiagnosisTest::saysNothingWhileSharesMove_data()
{
    QTest::addColumn<double>("noise");
    for (const double noise : {0.01, 0.05, 0.1})
        QTest::addRow("noise %g", noise) << noise;
}

void DiagnosisTest::saysNothingWhileSharesMove()
{
    QFETCH(double, noise);
    for (unsigned seed = 0; seed < seeds; ++seed) {
        auto machines = threeMachines();
        machines[1].time.fixedSeconds = 0.05;
        MadeUpRun run(machines, noise, seed);
        std::mt19937 random(seed);
        std::uniform_int_distribution<std::int64_t> moved(-12, 12);
        for (int round = 0; round < 20; ++round) {
            const auto news = run.go(20);
            QVERIFY2(news.empty(), describe(news));
            const std::int64_t first = moved(random);
            const std::int64_t second = moved(random);
            run.share({37 + first, 73 + second, 146 - first - second});
        }
    }
}

void DiagnosisTest::namesAMachineWhoseShareMovesAtOnce_data()
{
    QTest::addColumn<int>("steps");
    QTest::addColumn<double>("noise");
    for (const double noise : {0.01, 0.05, 0.1})
        for (const int steps : {5, 6, 7, 8, 9})
            QTest::addRow("after %d steps, noise %g", steps, noise) << steps << noise;
}

// The last steps with the old share were slow already, so they are no baseline for the steps with the new share.
void DiagnosisTest::namesAMachineWhoseShareMovesAtOnce()
{
    QFETCH(int, steps);
    QFETCH(double, noise);
    for (unsigned seed = 0; seed < seeds; ++seed) {
        MadeUpRun run(threeMachines(), noise, seed);
        auto news = run.go(100);
        run.machines[1].slower = 2.5;
        auto more = run.go(steps);
        news.insert(news.end(), more.begin(), more.end());
        run.share({46, 30, 180});
        more = run.go(20 - steps);
        news.insert(news.end(), more.begin(), more.end());
        QVERIFY2(news.size() == 1, describe(news));
        QCOMPARE(news[0].stage, Stage::Begun);
        QCOMPARE(news[0].machine, 1);
        QCOMPARE(news[0].part, Part::Compute);
        QVERIFY2(news[0].sinceStep >= 95, describe(news));
        QVERIFY2(news[0].sinceStep <= 106, describe(news));
        QVERIFY2(news[0].factor() >= 2, describe(news));
        QVERIFY2(news[0].factor() < 2.8, describe(news));
        more = run.go(60);
        QVERIFY2(more.empty(), describe(more));
        run.machines[1].slower = 1;
        more = run.go(8);
        run.share({37, 73, 146});
        const auto end = run.go(60);
        more.insert(more.end(), end.begin(), end.end());
        QVERIFY2(more.size() == 1, describe(more));
        QVERIFY2(more[0].stage == Stage::Over, describe(more));
    }
}

void DiagnosisTest::seesThatAMachineRecoversWhileItsShareGrows_data()
{
    QTest::addColumn<int>("steps");
    QTest::addColumn<double>("noise");
    for (const double noise : {0.01, 0.05, 0.1})
        for (const int steps : {1, 2, 3, 4, 5, 6, 7})
            QTest::addRow("after %d steps, noise %g", steps, noise) << steps << noise;
}

// Most of the last steps with the small share were slow still, so they do not show what the larger share costs.
void DiagnosisTest::seesThatAMachineRecoversWhileItsShareGrows()
{
    QFETCH(int, steps);
    QFETCH(double, noise);
    for (unsigned seed = 0; seed < seeds; ++seed) {
        MadeUpRun run(threeMachines(), noise, seed);
        run.go(100);
        run.machines[1].slower = 2.5;
        run.go(9);
        run.share({46, 30, 180});
        run.go(60);
        run.machines[1].slower = 1;
        auto news = run.go(steps);
        run.share({37, 73, 146});
        const auto end = run.go(60);
        news.insert(news.end(), end.begin(), end.end());
        QVERIFY2(news.size() == 1, describe(news));
        QVERIFY2(news[0].stage == Stage::Over, describe(news));
        QVERIFY2(news[0].machine == 1, describe(news));
    }
}

void DiagnosisTest::ignoresAShortSlowdown()
{
    for (unsigned seed = 0; seed < seeds; ++seed) {
        MadeUpRun run(threeMachines(), 0.02, seed);
        for (int round = 0; round < 5; ++round) {
            run.machines[2].slower = 1;
            auto news = run.go(40);
            run.machines[2].slower = round % 2 == 0 ? 3 : 25; // a few slow steps, or a single one that was paused
            const auto more = run.go(round % 2 == 0 ? 3 : 1);
            news.insert(news.end(), more.begin(), more.end());
            QVERIFY2(news.empty(), describe(news));
        }
    }
}

// A slowdown of many short steps is brief all the same.
void DiagnosisTest::mindsNoBriefOne()
{
    auto machines = threeMachines(); // steps of 0.15 s
    for (auto &machine : machines)
        machine.time.secondsPerUnit /= 15;
    for (unsigned seed = 0; seed < seeds; ++seed) {
        MadeUpRun run(machines, 0.02, seed);
        run.networkSeconds /= 15;
        auto news = run.go(100);
        run.machines[2].slower = 1.3;
        auto more = run.go(100); // 1.2 s
        news.insert(news.end(), more.begin(), more.end());
        run.machines[2].slower = 1;
        more = run.go(100);
        news.insert(news.end(), more.begin(), more.end());
        QVERIFY2(news.empty(), describe(news));
        run.machines[2].slower = 1.3;
        news = run.go(250); // 3 s
        QVERIFY2(news.size() == 1, describe(news));
        QVERIFY2(news[0].machine == 2, describe(news));
        run.machines[2].slower = 1;
        news = run.go(250); // so long it must have been over, too
        QVERIFY2(news.size() == 1, describe(news));
        QVERIFY2(news[0].stage == Stage::Over, describe(news));
        run.machines[1].slower = 2; // a large slowdown is reported at once
        news = run.go(20);
        QVERIFY2(news.size() == 1, describe(news));
        QVERIFY2(news[0].machine == 1, describe(news));
    }
}

void DiagnosisTest::comparesWithWhatWasMeasuredBefore()
{
    for (unsigned seed = 0; seed < seeds; ++seed) {
        auto machines = threeMachines();
        for (auto &machine : machines)
            machine.planned = machine.time;
        machines[0].slower = 1.1; // measurements are not that precise
        machines[1].slower = 1.6;
        MadeUpRun run(machines, 0.05, seed);
        auto news = run.go(45);
        QVERIFY2(news.size() == 1, describe(news));
        QCOMPARE(news[0].machine, 1);
        QCOMPARE(news[0].sinceStep, 0);
        QVERIFY2(std::abs(news[0].factor() / 1.6 - 1) < 0.1, describe(news));
        run.machines[1].slower = 1;
        news = run.go(40);
        QVERIFY2(news.size() == 1, describe(news));
        QVERIFY2(news[0].stage == Stage::Over, describe(news));
        news = run.go(100);
        QVERIFY2(news.empty(), describe(news));
    }
}

// The slowdowns of two ranks on one machine, whose forward and backward passes each take secondsOf(rank, step).
template <typename Seconds>
static std::vector<Slowdown> newsOfTwoRanks(int steps, const Seconds &secondsOf)
{
    Plan plan;
    plan.machines = {{"m1", "10.0.0.1"}};
    plan.ranks = {{0, {}, 10}, {0, {}, 10}};
    Diagnosis diagnosis(plan);
    std::vector<Slowdown> news;
    for (int step = 1; step <= steps; ++step) {
        StepDone done;
        done.step = step;
        for (int rank = 0; rank < 2; ++rank)
            done.ranks.push_back({rank, 10, 10, 0, secondsOf(rank, step), secondsOf(rank, step), 0.01});
        for (const Slowdown &item : diagnosis.add(done))
            news.push_back(item);
    }
    return news;
}

void DiagnosisTest::saysWhichRankOfAMachine()
{
    const auto news = newsOfTwoRanks(100, [](int rank, int step) { return rank == 1 && step > 80 ? 0.2 : 0.1; });
    QVERIFY2(news.size() == 1, describe(news));
    QVERIFY2(news[0].rank == 1, describe(news));
    QVERIFY2(news[0].machine == 0, describe(news));
    QCOMPARE(news[0].sinceStep, 81);
    QCOMPARE(news[0].seconds, 0.4);
    QCOMPARE(news[0].expectedSeconds, 0.2);
}

void DiagnosisTest::saysTheSlowestRankOfAMachine()
{
    const auto news = newsOfTwoRanks(120, [](int rank, int step) {
        if (rank == 0)
            return step > 80 ? 0.0055 : 0.005; // too small and too short to be reported
        return step > 100 ? 0.015 : 0.005;
    });
    QVERIFY2(news.size() == 1, describe(news));
    QVERIFY2(news[0].rank == 1, describe(news));
    QCOMPARE(news[0].sinceStep, 101);
}

void DiagnosisTest::knowsWhoMovesShares()
{
    for (const ShareRule rule : {ShareRule::Measured, ShareRule::Given}) {
        MadeUpRun run(threeMachines(), 0.02, 1, rule);
        run.go(60);
        run.machines[0].slower = 2;
        const auto news = run.go(20);
        QCOMPARE(news.size(), std::size_t(1));
        QCOMPARE(news[0].sharesFollow, rule == ShareRule::Measured);
    }
}

void DiagnosisTest::ignoresStepsOfAnotherPlan()
{
    Diagnosis diagnosis(Plan{});
    StepDone done;
    done.step = 1;
    done.ranks = {{0, 1, 1, 0, 1, 1}};
    QVERIFY(diagnosis.add(done).empty());
    Telemetry stranger;
    stranger.machine = 7;
    QVERIFY(diagnosis.add(stranger).empty());
}

// Of a run that has lost a machine.
void DiagnosisTest::watchesThoseThatAreLeft()
{
    for (unsigned seed = 0; seed < seeds; ++seed) {
        MadeUpRun run(threeMachines(), 0.01, seed);
        run.go(100);
        run.machines[1].slower = 2;
        QCOMPARE(run.go(20).size(), std::size_t(1));
        const auto over = run.goOnWith({0, 2}, {52, 0, 204});
        QVERIFY2(over.size() == 1, describe(over));
        QCOMPARE(over[0].stage, Stage::Over);
        QCOMPARE(over[0].machine, 1);
        const auto calm = run.go(60);
        QVERIFY2(calm.empty(), describe(calm));
        run.machines[2].slower = 2;
        const auto news = run.go(20);
        QVERIFY2(news.size() == 1, describe(news));
        QCOMPARE(news[0].machine, 2);
    }
}

QTEST_GUILESS_MAIN(DiagnosisTest)
#include "tst_diagnosis.moc"
