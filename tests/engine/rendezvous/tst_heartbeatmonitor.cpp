#include "engine/rendezvous/heartbeatmonitor.h"

#include <QTest>

using namespace motley;

namespace {

// Lets time pass, in steps as an agent would ask, while some machines send heartbeats.
std::vector<Silence> after(HeartbeatMonitor &monitor, int seconds, const std::vector<int> &living)
{
    static auto now = HeartbeatTimer::Clock::now();
    std::vector<Silence> found;
    for (int i = 0; i < seconds; ++i) {
        for (const int machine : living)
            monitor.heard(machine);
        for (const Silence &silence : monitor.silent(now += std::chrono::seconds(1)))
            found.push_back(silence);
    }
    return found;
}

} // namespace

class HeartbeatMonitorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesAMachineThatFallsSilentOnce()
    {
        HeartbeatMonitor monitor({1, 2});
        QVERIFY(after(monitor, 100, {1, 2}).empty());
        QVERIFY(after(monitor, 9, {2}).empty());
        const auto silent = after(monitor, 30, {2});
        QCOMPARE(silent.size(), std::size_t(1));
        const auto *lost = std::get_if<HeartbeatLost>(&silent.front());
        QVERIFY(lost);
        QCOMPARE(lost->machine, 1);
        QVERIFY(!lost->neverCame);
        QVERIFY(monitor.seconds(1) > 35);
        QVERIFY(monitor.seconds(2) <= 1);
    }

    void givesAMachineTimeToCome()
    {
        HeartbeatMonitor monitor({1, 2});
        QVERIFY(after(monitor, 119, {2}).empty());
        const auto silent = after(monitor, 10, {2});
        QCOMPARE(silent.size(), std::size_t(1));
        QVERIFY(std::get<HeartbeatLost>(silent.front()).neverCame);
    }

    void knowsWhenAllFellSilentAtOnce()
    {
        HeartbeatMonitor monitor({1, 2, 3});
        QVERIFY(after(monitor, 10, {1, 2, 3}).empty());
        QVERIFY(after(monitor, 1, {2, 3}).empty());
        const auto silent = after(monitor, 15, {});
        QCOMPARE(silent.size(), std::size_t(1));
        QVERIFY(std::holds_alternative<AllHeartbeatsLost>(silent.front()));
    }

    // One that was left out earlier is not among those that fell silent together, and may still say something.
    void countsNoMachineThatWasLeftOut()
    {
        HeartbeatMonitor monitor({1, 2});
        after(monitor, 3, {1, 2});
        monitor.forget(2);
        monitor.heard(2);
        const auto silent = after(monitor, 20, {2});
        QCOMPARE(silent.size(), std::size_t(1));
        QCOMPARE(std::get<HeartbeatLost>(silent.front()).machine, 1);
        QCOMPARE(monitor.seconds(2), 0.);
    }

    void namesTheOnlyOtherMachine()
    {
        HeartbeatMonitor monitor({1});
        after(monitor, 3, {1});
        const auto silent = after(monitor, 20, {});
        QCOMPARE(silent.size(), std::size_t(1));
        QCOMPARE(std::get<HeartbeatLost>(silent.front()).machine, 1);
    }
};

QTEST_GUILESS_MAIN(HeartbeatMonitorTest)
#include "tst_heartbeatmonitor.moc"
