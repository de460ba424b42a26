#include "engine/base/runclock.h"

#include <QTest>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <thread>

using namespace motley;
using namespace std::chrono_literals;

namespace {

using Steady = std::chrono::steady_clock;

struct Reading {
    double ran = 0; // seconds by the run's clock
    double passed = 0; // seconds by the computer's steady clock
    bool wentBack = false; // whether the run's clock went back on a thread
};

double seconds(Steady::duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

// Reads the run's clock on two threads until it has gone `ran` seconds on.
Reading watch(double ran)
{
    const auto began = RunClock::now();
    const auto beganSteady = Steady::now();
    const auto read = [&](bool &wentBack) {
        for (auto last = began; secondsSince(began) < ran;) {
            const auto now = RunClock::now();
            wentBack = wentBack || now < last;
            last = now;
        }
    };
    bool here = false;
    bool there = false;
    std::thread other([&] { read(there); });
    read(here);
    other.join();
    return {secondsSince(began), seconds(Steady::now() - beganSteady), here || there};
}

} // namespace

class RunClockTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesOnAsTheComputersDoes();
    void standsStillWhileSuspended();
};

void RunClockTest::goesOnAsTheComputersDoes()
{
    const Reading reading = watch(0.2);
    QVERIFY(reading.ran >= 0.2);
    QVERIFY(std::abs(reading.passed - reading.ran) < 0.1);
    QVERIFY(!reading.wentBack);
}

void RunClockTest::standsStillWhileSuspended()
{
    constexpr int times = 3;
    constexpr auto pause = 400ms;
    std::array<int, 2> pipe{};
    QCOMPARE(::pipe(pipe.data()), 0);
    const pid_t child = fork();
    if (child == 0) {
        noticeSuspensions();
        const bool saidReady = write(pipe[1], "r", 1) == 1;
        const Reading reading = watch(1.0);
        _exit(saidReady && write(pipe[1], &reading, sizeof reading) == sizeof reading ? 0 : 1);
    }
    char ready = 0;
    QCOMPARE(read(pipe[0], &ready, 1), ssize_t(1));
    for (int i = 0; i < times; ++i) {
        std::this_thread::sleep_for(50ms);
        kill(child, SIGTSTP);
        int status = 0;
        QCOMPARE(waitpid(child, &status, WUNTRACED), child);
        QVERIFY(WIFSTOPPED(status));
        std::this_thread::sleep_for(pause);
        kill(child, SIGCONT);
    }
    Reading reading;
    QCOMPARE(read(pipe[0], &reading, sizeof reading), ssize_t(sizeof reading));
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);
    QVERIFY(reading.ran >= 1.0);
    // A thread that is scheduled late sees the end late by both clocks, so the difference stays.
    const double stood = reading.passed - reading.ran;
    QVERIFY2(stood > times * 0.4, std::to_string(stood).c_str());
    QVERIFY2(stood < times * 0.4 + 0.3, std::to_string(stood).c_str());
    QVERIFY(!reading.wentBack);
}

QTEST_GUILESS_MAIN(RunClockTest)
#include "tst_runclock.moc"
