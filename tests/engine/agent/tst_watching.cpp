// How an agent recognises processes, signals and silence.
#include "engine/base/linereader.h"
#include "engine/base/process/signalqueue.h"
#include "engine/base/textfile.h"
#include "engine/rendezvous/heartbeat.h"
#include "engine/run/agentpidfile.h"

#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <latch>
#include <thread>

using namespace motley;

class WatchingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsALivingProcessByMoreThanItsNumber_data();
    void knowsALivingProcessByMoreThanItsNumber();
    void doesNotSignalAnotherProcessOfTheSameNumber();
    void obeysWhicheverThreadIsSignalled();
    void handsSignalsToTheThreadThatTakes();
    void queuesSuspensionWhereAsked();
    void leavesIgnoredSignalsIgnored();
    void countsNoSilenceThatItSleptThrough();
    void knowsItsOwnAbsence();
    void tellsAnOrderFromASignalOfTheSystem();
    void takesOverFromADeadAgentOnly();
    void cutsLinesOfAnyLength();
};

void WatchingTest::knowsALivingProcessByMoreThanItsNumber_data()
{
    QTest::addColumn<int>("pid");
    QTest::addColumn<qint64>("laterStart");
    QTest::addColumn<bool>("otherBoot");
    QTest::addColumn<bool>("otherHost");
    QTest::addColumn<int>("liveness");
    const int own = ownIdentity().pid;
    QTest::addRow("itself") << own << qint64(0) << false << false << int(Liveness::Alive);
    QTest::addRow("number used again") << own << qint64(1) << false << false << int(Liveness::Dead);
    QTest::addRow("no such process") << 0 << qint64(0) << false << false << int(Liveness::Dead);
    QTest::addRow("before a reboot") << own << qint64(0) << true << false << int(Liveness::Dead);
    QTest::addRow("another machine") << own << qint64(0) << true << true << int(Liveness::Elsewhere);
}

void WatchingTest::knowsALivingProcessByMoreThanItsNumber()
{
    QFETCH(int, pid);
    QFETCH(qint64, laterStart);
    QFETCH(bool, otherBoot);
    QFETCH(bool, otherHost);
    QFETCH(int, liveness);
    AgentIdentity identity = ownIdentity();
    identity.pid = pid;
    identity.startTicks += laterStart;
    identity.bootId += otherBoot ? "x" : "";
    identity.hostName += otherHost ? "x" : "";
    QCOMPARE(int(livenessOf(identity)), liveness);
}

void WatchingTest::doesNotSignalAnotherProcessOfTheSameNumber()
{
    QProcess bystander;
    bystander.start(QStringLiteral("sleep"), {QStringLiteral("1000")});
    QVERIFY(bystander.waitForStarted());
    AgentIdentity stale = ownIdentity();
    stale.pid = int(bystander.processId());
    stale.startTicks -= 1; // the bystander may have started within this process's own tick
    QVERIFY(!signalAgent(stale, SIGKILL));
    QVERIFY(!bystander.waitForFinished(200));
    bystander.kill();
    bystander.waitForFinished();
}

// Waits for orders. The queue may be readable and yet empty: another thread may take a signal and hand it on later.
static std::vector<SignalQueue::Order> nextOrders(SignalQueue &queue)
{
    std::vector<SignalQueue::Order> orders;
    pollfd readable{queue.descriptor(), POLLIN, 0};
    while (orders.empty() && poll(&readable, 1, 10'000) == 1)
        orders = queue.drain();
    return orders;
}

// The kernel gives a signal to any thread that does not block it, such as torch's computing threads.
void WatchingTest::obeysWhicheverThreadIsSignalled()
{
    std::latch end(1);
    std::array<std::jthread, 4> there;
    for (auto &thread : there)
        thread = std::jthread([&end] { end.wait(); });
    const auto release = qScopeGuard([&end] { end.count_down(); });
    SignalQueue queue;
    QCOMPARE(queue.drain().size(), 0U);
    for (int time = 0; time < 100; ++time) {
        const bool now = time % 2;
        const bool isFromKill = time % 4 < 2;
        if (isFromKill)
            kill(getpid(), now ? SIGQUIT : SIGTERM);
        else
            pthread_kill(there[std::size_t(time) % there.size()].native_handle(), now ? SIGQUIT : SIGTERM);
        const auto orders = nextOrders(queue);
        QCOMPARE(orders.size(), 1U);
        const auto stop = isFromKill ? SignalQueue::Order::ShutDown : SignalQueue::Order::Stop;
        QCOMPARE(orders.front(), now ? SignalQueue::Order::StopNow : stop);
    }
}

// The thread that made the queue computes, and another thread takes the signals.
void WatchingTest::handsSignalsToTheThreadThatTakes()
{
    std::latch end(1);
    std::jthread there([&end] { end.wait(); });
    const auto release = qScopeGuard([&end] { end.count_down(); });
    SignalQueue queue;
    std::vector<SignalQueue::Order> orders;
    std::latch watches(1);
    std::jthread watcher([&] {
        queue.drain();
        watches.count_down();
        orders = nextOrders(queue);
    });
    watches.wait();
    pthread_kill(there.native_handle(), SIGTERM);
    watcher.join();
    QCOMPARE(orders.size(), 1U);
    QCOMPARE(orders.front(), SignalQueue::Order::Stop);
}

void WatchingTest::queuesSuspensionWhereAsked()
{
    SignalQueue queue(SignalQueue::Suspension::Queued);
    kill(getpid(), SIGTSTP); // would suspend this test if the queue did not take it
    const auto orders = nextOrders(queue);
    QCOMPARE(orders.size(), 1U);
    QCOMPARE(orders.front(), SignalQueue::Order::Suspend);
}

// SIGQUIT is obeyed in any case, as `motley-engine stop --now` sends it.
void WatchingTest::leavesIgnoredSignalsIgnored()
{
    const std::array ignored{SIGHUP, SIGINT, SIGTSTP, SIGQUIT};
    for (const int number : ignored)
        signal(number, SIG_IGN);
    const auto restore = qScopeGuard([&] {
        for (const int number : ignored)
            signal(number, SIG_DFL);
    });
    {
        SignalQueue queue(SignalQueue::Suspension::Queued);
        for (const int number : ignored)
            kill(getpid(), number);
        const auto orders = nextOrders(queue);
        QCOMPARE(orders, std::vector{SignalQueue::Order::StopNow});
        QCOMPARE(queue.drain().size(), 0U);
    }
    for (const int number : ignored)
        QVERIFY(signal(number, SIG_IGN) == SIG_IGN); // again, after the queue
}

void WatchingTest::countsNoSilenceThatItSleptThrough()
{
    auto now = HeartbeatTimer::Clock::now();
    HeartbeatTimer silence;
    const auto lookAfter = [&](std::chrono::milliseconds time) { return silence.seconds(now += time); };
    for (int i = 0; i < 99; ++i)
        lookAfter(std::chrono::milliseconds(100));
    QVERIFY(std::abs(lookAfter(std::chrono::milliseconds(100)) - 10) < 0.1);
    QVERIFY(lookAfter(std::chrono::hours(1)) < 13); // the process was suspended for an hour, which is not silence
    silence.restart();
    QVERIFY(lookAfter(std::chrono::milliseconds(100)) < 0.2);
}

// It wakes up after an hour.
void WatchingTest::knowsItsOwnAbsence()
{
    auto now = OwnAbsence::Clock::now();
    OwnAbsence absence;
    const auto lookAfter = [&](std::chrono::milliseconds time) { absence.look(now += time); };
    for (int i = 0; i < 50; ++i)
        lookAfter(std::chrono::milliseconds(1000));
    const std::chrono::seconds lately(15);
    QCOMPARE(absence.endedWithin(lately).count(), 0.);
    lookAfter(std::chrono::hours(1));
    QCOMPARE(absence.endedWithin(lately).count(), 3600.);
    for (int i = 0; i < 140; ++i)
        lookAfter(std::chrono::milliseconds(100));
    QCOMPARE(absence.endedWithin(lately).count(), 3600.);
    for (int i = 0; i < 20; ++i)
        lookAfter(std::chrono::milliseconds(100));
    QCOMPARE(absence.endedWithin(lately).count(), 0.);
}

// The command that ends a run on a machine is an order of a user, what kills an agent is none.
void WatchingTest::tellsAnOrderFromASignalOfTheSystem()
{
    SignalQueue queue;
    QVERIFY(signalAgent(ownIdentity(), SIGTERM));
    QCOMPARE(nextOrders(queue), std::vector{SignalQueue::Order::Stop});
    kill(getpid(), SIGTERM);
    QCOMPARE(nextOrders(queue), std::vector{SignalQueue::Order::ShutDown});
    raise(SIGTERM);
    QCOMPARE(nextOrders(queue), std::vector{SignalQueue::Order::Stop});
}

void WatchingTest::takesOverFromADeadAgentOnly()
{
    QTemporaryDir root;
    const RunFolder folder{root.path().toStdString()};
    AgentIdentity stale = ownIdentity();
    stale.startTicks += 1;
    QVERIFY(writeTextFile(folder.agentIdentity(), toJson(stale)));
    QVERIFY(claim(folder));
    QCOMPARE(agentOf(folder)->startTicks, ownIdentity().startTicks);
    const auto again = claim(folder);
    QVERIFY(!again);
    QVERIFY2(again.error().message.find("motley-engine stop") != std::string::npos, again.error().message.c_str());
    QCOMPARE(QDir(root.path()).entryList(QDir::Files), QStringList{QStringLiteral("agent.json")});
}

void WatchingTest::cutsLinesOfAnyLength()
{
    Pipe pipe = makePipe();
    LineReader reader(std::move(pipe.reader), 8);
    QVERIFY(writeAll(pipe.writer.get(), "one\n\nmuch too long\nend"));
    QCOMPARE(reader.read(), (std::vector<std::string>{"one", "", "much too"}));
    pipe.writer.close();
    QCOMPARE(reader.read(), (std::vector<std::string>{"end"}));
    QCOMPARE(reader.descriptor(), -1);
}

QTEST_GUILESS_MAIN(WatchingTest)
#include "tst_watching.moc"
