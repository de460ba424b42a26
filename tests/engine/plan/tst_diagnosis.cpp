// Slowdowns are reported soon, with their causes, and noise is not.
#include "describeslowdowns.h"
#include "syntheticrun.h"

#include <QtTest>

using namespace motley;

namespace {

using Stage = Slowdown::Stage;
using Part = Slowdown::Part;
using Cause = Slowdown::Cause;

constexpr unsigned seeds = 20;

std::vector<MadeUpMachine> threeMachines()
{
    return {{{0, 4e-3}, {}, 37}, {{0, 2e-3}, {}, 73}, {{0, 1e-3}, {}, 146}};
}

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
    void seesTheCause_data();
    void seesTheCause();
    void explainsLaterWhatTelemetryShowsLater();
    void seesDataThatComeTooSlowly();
    void leavesAloneAWaitThatCostsNothing();
    void seesASlowNetwork();
    void namesTheMachineWithTheBadLink();
    void seesASlowUpdate();
    void comparesWithWhatWasMeasuredBefore();
    void saysWhichRankOfAMachine();
    void saysTheSlowestRankOfAMachine();
    void knowsWhoMovesShares();
    void ignoresStepsOfAnotherPlan();
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
        QVERIFY2(news[0].sinceStep >= 95 && news[0].sinceStep <= 106, describe(news));
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
        QVERIFY2(news.size() == 1 && news[0].machine == 1 && news[0].step <= 160, describe(news));
        run.machines[1].slower = 1;
        news = run.go(12);
        run.share({77, 33, 146});
        const auto end = run.go(50);
        news.insert(news.end(), end.begin(), end.end());
        QVERIFY2(news.size() == 1 && news[0].stage == Stage::Over, describe(news));
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
        QVERIFY2(news[0].sinceStep >= 95 && news[0].sinceStep <= 106, describe(news));
        QVERIFY2(news[0].factor() >= 2 && news[0].factor() < 2.8, describe(news));
        more = run.go(60);
        QVERIFY2(more.empty(), describe(more));
        run.machines[1].slower = 1;
        more = run.go(8);
        run.share({37, 73, 146});
        const auto end = run.go(60);
        more.insert(more.end(), end.begin(), end.end());
        QVERIFY2(more.size() == 1 && more[0].stage == Stage::Over, describe(more));
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
        QVERIFY2(news.size() == 1 && news[0].stage == Stage::Over && news[0].machine == 1, describe(news));
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
        QVERIFY2(news.size() == 1 && news[0].machine == 2, describe(news));
        run.machines[2].slower = 1;
        news = run.go(250); // so long it must have been over, too
        QVERIFY2(news.size() == 1 && news[0].stage == Stage::Over, describe(news));
        run.machines[1].slower = 2; // a large slowdown is reported at once
        news = run.go(20);
        QVERIFY2(news.size() == 1 && news[0].machine == 1, describe(news));
    }
}

void DiagnosisTest::seesTheCause_data()
{
    QTest::addColumn<Cause>("cause");
    QTest::addColumn<double>("reading");
    QTest::addColumn<Telemetry>("telemetry");
    const auto row = [](const char *tag, Cause cause, double reading, const auto &change) {
        Telemetry telemetry = calmTelemetry();
        change(telemetry);
        QTest::addRow("%s", tag) << cause << reading << telemetry;
    };
    row("other processes", Cause::OtherProcesses, 60, [](Telemetry &now) { now.otherCpuPercent = 60; });
    row("quota", Cause::Quota, 75, [](Telemetry &now) { now.throttledPercent = 75; });
    row("host of a virtual machine", Cause::VirtualMachine, 30, [](Telemetry &now) { now.stolenPercent = 30; });
    row("swapping", Cause::Swapping, 5e7, [](Telemetry &now) { now.swapBytesPerSecond = 5e7; });
    row("hot processors", Cause::Heat, 0, [](Telemetry &now) { now.heatEvents = 40; });
    row("low clock", Cause::LowClock, 1200, [](Telemetry &now) { now.clockMegahertz = 1200; });
    row("hot GPU", Cause::Heat, 93, [](Telemetry &now) {
        now.gpus[0].isTooHot = true;
        now.gpus[0].temperatureCelsius = 93;
    });
    row("power limit", Cause::PowerLimit, 300, [](Telemetry &now) {
        now.gpus[0].isAtPowerLimit = true;
        now.gpus[0].powerWatts = 300;
    });
    row("shared GPU", Cause::SharedGpu, 2, [](Telemetry &now) { now.gpus[0].processes = 3; });
    row("low clock of the GPU", Cause::LowClock, 900, [](Telemetry &now) { now.gpus[0].clockMegahertz = 900; });
    row("nothing to be seen", Cause::Unknown, 0, [](Telemetry &) {});
}

void DiagnosisTest::seesTheCause()
{
    QFETCH(Cause, cause);
    QFETCH(double, reading);
    QFETCH(Telemetry, telemetry);
    for (unsigned seed = 0; seed < 5; ++seed) {
        auto machines = threeMachines();
        for (auto &machine : machines) {
            machine.telemetry = calmTelemetry();
            machine.device = {Device::Kind::Cuda, "GPU-1"};
        }
        MadeUpRun run(machines, 0.03, seed);
        run.go(100);
        run.machines[1].slower = 1.6;
        run.machines[1].telemetry = telemetry;
        const auto news = run.go(20);
        QVERIFY2(news.size() == 1, describe(news));
        QCOMPARE(news[0].machine, 1);
        QCOMPARE(news[0].cause, cause);
        QCOMPARE(news[0].reading.value_or(0), reading);
    }
}

void DiagnosisTest::explainsLaterWhatTelemetryShowsLater()
{
    auto machines = threeMachines();
    for (auto &machine : machines)
        machine.telemetry = calmTelemetry();
    MadeUpRun run(machines, 0.03, 1);
    run.stepsASample = 50;
    run.go(101);
    run.machines[0].slower = 2;
    run.machines[0].telemetry.otherCpuPercent = 80;
    auto news = run.go(20);
    QVERIFY2(news.size() == 1 && news[0].cause == Cause::Unknown, describe(news));
    news = run.go(40);
    QVERIFY2(news.size() == 1 && news[0].stage == Stage::Explained, describe(news));
    QCOMPARE(news[0].cause, Cause::OtherProcesses);
    QVERIFY(run.go(100).empty());
}

void DiagnosisTest::seesDataThatComeTooSlowly()
{
    for (unsigned seed = 0; seed < seeds; ++seed) {
        auto machines = threeMachines();
        machines[0].telemetry = calmTelemetry();
        MadeUpRun run(machines, 0.05, seed);
        run.go(80);
        run.machines[0].dataSeconds = 0.05;
        run.machines[0].telemetry.diskWaitPercent = 40;
        auto news = run.go(20);
        QVERIFY2(news.size() == 1, describe(news));
        QCOMPARE(news[0].machine, 0);
        QCOMPARE(news[0].part, Part::Data);
        QCOMPARE(news[0].cause, Cause::Disk);
        run.machines[0].dataSeconds = 0;
        news = run.go(40);
        QVERIFY2(news.size() == 1 && news[0].stage == Stage::Over, describe(news));
    }
    MadeUpRun always(threeMachines(), 0.05, 1);
    always.machines[2].dataSeconds = 0.08;
    const auto news = always.go(45);
    QVERIFY2(news.size() == 1 && news[0].part == Part::Data && news[0].sinceStep == 0, describe(news));
}

// Where other ranks take longer anyway, waiting for data does not delay the step.
void DiagnosisTest::leavesAloneAWaitThatCostsNothing()
{
    MadeUpRun run(threeMachines(), 0.05, 1);
    run.machines[0].share = 80;
    run.machines[2].dataSeconds = 0.05;
    const auto news = run.go(200);
    QVERIFY2(news.empty(), describe(news));
}

void DiagnosisTest::seesASlowNetwork()
{
    for (unsigned seed = 0; seed < seeds; ++seed) {
        MadeUpRun run(threeMachines(), 0.05, seed);
        run.networkSeconds = 0.03;
        run.go(80);
        run.networkSeconds = 0.09;
        auto news = run.go(20);
        QVERIFY2(news.size() == 1, describe(news));
        QCOMPARE(news[0].machine, -1);
        QCOMPARE(news[0].part, Part::Exchange);
        QVERIFY(!news[0].sharesFollow);
        QVERIFY2(std::abs(news[0].factor() / 3 - 1) < 0.2, describe(news));
        run.networkSeconds = 0.03;
        news = run.go(40);
        QVERIFY2(news.size() == 1 && news[0].stage == Stage::Over, describe(news));
    }
}

void DiagnosisTest::namesTheMachineWithTheBadLink()
{
    for (const bool isSlower : {true, false}) {
        auto machines = threeMachines();
        for (auto &machine : machines)
            machine.telemetry = calmTelemetry();
        MadeUpRun run(machines, 0.03, 1);
        run.go(80);
        run.networkSeconds = 0.1;
        if (isSlower)
            run.machines[2].telemetry.linkMegabits = 100;
        else
            run.machines[2].telemetry.resentPercent = 7;
        const auto news = run.go(20);
        QVERIFY2(news.size() == 1, describe(news));
        QCOMPARE(news[0].machine, 2);
        QCOMPARE(news[0].cause, Cause::Link);
        QCOMPARE(news[0].reading.has_value(), !isSlower);
    }
}

void DiagnosisTest::seesASlowUpdate()
{
    MadeUpRun run(threeMachines(), 0.03, 1);
    run.go(80);
    run.machines[1].updateSeconds = 0.05;
    const auto news = run.go(20);
    QVERIFY2(news.size() == 1 && news[0].part == Part::Update && news[0].machine == 1, describe(news));
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
        QVERIFY2(news.size() == 1 && news[0].stage == Stage::Over, describe(news));
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
        for (const Slowdown &item : diagnosis.take(done))
            news.push_back(item);
    }
    return news;
}

void DiagnosisTest::saysWhichRankOfAMachine()
{
    const auto news = newsOfTwoRanks(100, [](int rank, int step) { return rank == 1 && step > 80 ? 0.2 : 0.1; });
    QVERIFY2(news.size() == 1 && news[0].rank == 1 && news[0].machine == 0, describe(news));
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
    QVERIFY2(news.size() == 1 && news[0].rank == 1, describe(news));
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
    QVERIFY(diagnosis.take(done).empty());
    Telemetry stranger;
    stranger.machine = 7;
    QVERIFY(diagnosis.take(stranger).empty());
}

QTEST_GUILESS_MAIN(DiagnosisTest)
#include "tst_diagnosis.moc"
