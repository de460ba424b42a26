// What slows a run down: the cause that telemetry shows, and the part of the step, also where no rank computes slowly.
#include "describeslowdowns.h"
#include "syntheticrun.h"

#include <QtTest>

using namespace motley;

namespace {

using Stage = Slowdown::Stage;
using Part = Slowdown::Part;
using Cause = Slowdown::Cause;

constexpr unsigned seeds = 20;

} // namespace

class SlowdownCausesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void seesTheCause_data();
    void seesTheCause();
    void explainsLaterWhatTelemetryShowsLater();
    void seesDataThatComeTooSlowly();
    void leavesAloneAWaitThatCostsNothing();
    void seesASlowNetwork();
    void namesTheMachineWithTheBadLink();
    void seesASlowUpdate();
};

void SlowdownCausesTest::seesTheCause_data()
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

void SlowdownCausesTest::seesTheCause()
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

void SlowdownCausesTest::explainsLaterWhatTelemetryShowsLater()
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
    QVERIFY2(news.size() == 1, describe(news));
    QVERIFY2(news[0].cause == Cause::Unknown, describe(news));
    news = run.go(40);
    QVERIFY2(news.size() == 1, describe(news));
    QVERIFY2(news[0].stage == Stage::Explained, describe(news));
    QCOMPARE(news[0].cause, Cause::OtherProcesses);
    QVERIFY(run.go(100).empty());
}

void SlowdownCausesTest::seesDataThatComeTooSlowly()
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
        QVERIFY2(news.size() == 1, describe(news));
        QVERIFY2(news[0].stage == Stage::Over, describe(news));
    }
    MadeUpRun always(threeMachines(), 0.05, 1);
    always.machines[2].dataSeconds = 0.08;
    const auto news = always.go(45);
    QVERIFY2(news.size() == 1, describe(news));
    QVERIFY2(news[0].part == Part::Data, describe(news));
    QVERIFY2(news[0].sinceStep == 0, describe(news));
}

// Where other ranks take longer anyway, waiting for data does not delay the step.
void SlowdownCausesTest::leavesAloneAWaitThatCostsNothing()
{
    MadeUpRun run(threeMachines(), 0.05, 1);
    run.machines[0].share = 80;
    run.machines[2].dataSeconds = 0.05;
    const auto news = run.go(200);
    QVERIFY2(news.empty(), describe(news));
}

void SlowdownCausesTest::seesASlowNetwork()
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
        QVERIFY2(news.size() == 1, describe(news));
        QVERIFY2(news[0].stage == Stage::Over, describe(news));
    }
}

void SlowdownCausesTest::namesTheMachineWithTheBadLink()
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

void SlowdownCausesTest::seesASlowUpdate()
{
    MadeUpRun run(threeMachines(), 0.03, 1);
    run.go(80);
    run.machines[1].updateSeconds = 0.05;
    const auto news = run.go(20);
    QVERIFY2(news.size() == 1, describe(news));
    QVERIFY2(news[0].part == Part::Update, describe(news));
    QVERIFY2(news[0].machine == 1, describe(news));
}

QTEST_GUILESS_MAIN(SlowdownCausesTest)
#include "tst_slowdowncauses.moc"
