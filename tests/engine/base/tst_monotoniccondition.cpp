// What a step of the clock does to such waits is tested with whole runs (tests/engine/agent/tst_hostfaults.cpp).
#include "engine/base/monotoniccondition.h"

#include <QTest>

#include <thread>

using namespace motley;
using namespace std::chrono_literals;

class MonotonicConditionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wakesWhenNotified();
    void waitsNoShorterThanAsked();
    void sleepsUntilAStopIsRequested();
    void sleepsNotAtAllAfterAStop();
};

void MonotonicConditionTest::wakesWhenNotified()
{
    std::mutex mutex;
    MonotonicCondition changed;
    int turns = 0;
    const std::jthread other([&] {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return turns == 1; });
        turns = 2;
        changed.notifyAll();
    });
    std::unique_lock lock(mutex);
    turns = 1;
    changed.notifyAll();
    QVERIFY(changed.waitFor(lock, 30s, [&] { return turns == 2; }));
}

void MonotonicConditionTest::waitsNoShorterThanAsked()
{
    std::mutex mutex;
    MonotonicCondition never;
    std::unique_lock lock(mutex);
    const auto began = MonotonicCondition::Clock::now();
    QVERIFY(!never.waitFor(lock, 1100ms, [] { return false; }));
    const auto passed = MonotonicCondition::Clock::now() - began;
    QVERIFY(passed >= 1100ms);
    QVERIFY(passed < 10s);
    QVERIFY(lock.owns_lock());
}

void MonotonicConditionTest::sleepsUntilAStopIsRequested()
{
    QVERIFY(sleepFor(std::stop_token(), 20ms));
    std::stop_source source;
    const std::jthread stops([&] {
        std::this_thread::sleep_for(50ms);
        source.request_stop();
    });
    QVERIFY(!sleepFor(source.get_token(), 1h));
}

void MonotonicConditionTest::sleepsNotAtAllAfterAStop()
{
    std::stop_source source;
    source.request_stop();
    QVERIFY(!sleepFor(source.get_token(), 1h));
}

QTEST_APPLESS_MAIN(MonotonicConditionTest)
#include "tst_monotoniccondition.moc"
