// Whole runs on machines with faults of the system or the network, and whom the run blames.
#include "tests/engine/agent/loopbackrun.h"
#include "tests/engine/agent/loopbackstatus.h"

#include <QElapsedTimer>
#include <QScopeGuard>
#include <QTest>

#include <signal.h>
#include <sys/resource.h>

#include <algorithm>

using namespace motley;

namespace {

// Starts a run whose agents and ranks have a library preloaded.
bool startWith(LoopbackRun &run, const char *library, const char *variable, const QString &value)
{
    qputenv("LD_PRELOAD", library);
    qputenv(variable, value.toUtf8());
    const auto clear = qScopeGuard([&] {
        qunsetenv("LD_PRELOAD");
        qunsetenv(variable);
    });
    return run.start();
}

// What Warning or Note says of the only pair of machines.
template <typename Body>
std::size_t timesSaid(const LoopbackRun &run)
{
    const auto all = run.all<Body>();
    return std::size_t(std::count_if(all.begin(), all.end(), [](const Body &said) {
        return said.message.find("between box-1 (127.0.0.1) and box-2 (127.0.0.2)") != std::string::npos;
    }));
}

QByteArray messageOf(const LoopbackRun &run)
{
    const auto finished = run.all<RunFinished>();
    return finished.empty() ? QByteArray() : QByteArray::fromStdString(finished.back().message);
}

} // namespace

class HostFaultsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void trainsOnWhereTheClockIsSetBack();
    void asksNoNameServer();
    void namesACutPairAndGoesOnSoonAfterTheCut();
    void namesItselfWhereTheCoordinatorDidNotRun();
    void standsDownWhereAllFallSilentAtOnce();
    void saysWhichMachineWasToldToEnd();
    void trainsWithFewDescriptors();

private:
    QTemporaryDir m_folder;
};

// Heartbeats and signs of life go on. Without them the run would end after 10 s.
void HostFaultsTest::trainsOnWhereTheClockIsSetBack()
{
    QFile setBack(m_folder.filePath(QStringLiteral("set-back")));
    LoopbackRun run(2);
    QVERIFY2(startWith(run, MOTLEY_SET_BACK_CLOCK, "MOTLEY_SET_BACK", setBack.fileName()), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 5, startLimit);
    const double before = run.events().back().time;
    QVERIFY(setBack.open(QIODevice::WriteOnly));
    QElapsedTimer since;
    since.start();
    while (since.elapsed() < 18000 && run.all<RunFinished>().empty())
        QTest::qWait(200);
    QVERIFY2(run.all<RunFinished>().empty(), messageOf(run));
    QVERIFY(run.events().back().time < before - 3000); // its clock was set back
    const std::int64_t step = run.all<StepDone>().back().step;
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().back().step > step, 10000);
}

void HostFaultsTest::asksNoNameServer()
{
    QFile lookups(m_folder.filePath(QStringLiteral("lookups")));
    LoopbackRun run(2);
    run.job().epochs = 2;
    QVERIFY2(startWith(run, MOTLEY_DEAD_NAME_SERVER, "MOTLEY_LOOKUPS", lookups.fileName()), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<RunFinished>().empty(), startLimit);
    QVERIFY2(run.all<RunFinished>().back().outcome == RunFinished::Outcome::Completed, messageOf(run));
    const QByteArray asked = lookups.open(QIODevice::ReadOnly) ? lookups.readAll() : QByteArray();
    QVERIFY2(asked.isEmpty(), asked);
}

// Ranks that wait for each other. By itself TCP would try 12 s and 25 s after the cut.
void HostFaultsTest::namesACutPairAndGoesOnSoonAfterTheCut()
{
    QFile cut(m_folder.filePath(QStringLiteral("cut")));
    LoopbackRun run(2);
    QVERIFY2(startWith(run, MOTLEY_CUT_NETWORK, "MOTLEY_CUT", cut.fileName()), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 5, startLimit);
    QVERIFY(cut.open(QIODevice::WriteOnly));
    QElapsedTimer since;
    since.start();
    QTRY_COMPARE_WITH_TIMEOUT(timesSaid<Warning>(run), std::size_t(1), 25000); // 10 s on a quiet computer
    while (since.elapsed() < 14000)
        QTest::qWait(100);
    QVERIFY2(run.all<RunFinished>().empty(), messageOf(run));
    const std::size_t before = run.all<StepDone>().size();
    QVERIFY(cut.remove());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > before, 9000);
    QTRY_COMPARE_WITH_TIMEOUT(timesSaid<Note>(run), std::size_t(1), 5000);
    QCOMPARE(timesSaid<Warning>(run), std::size_t(1));
}

// The other machine gives it up after 10 s, and is gone when it wakes up.
void HostFaultsTest::namesItselfWhereTheCoordinatorDidNotRun()
{
    LoopbackRun run(2);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<StepDone>().empty(), startLimit);
    kill(run.ready().pid, SIGSTOP);
    QTest::qWait(25000);
    kill(run.ready().pid, SIGCONT);
    QTRY_COMPARE_WITH_TIMEOUT(run.all<MembershipChanged>().size(), std::size_t(1), 30000);
    const MembershipChanged changed = run.all<MembershipChanged>().front();
    QCOMPARE(changed.ranks, std::vector<int>{0});
    const std::string cause = changed.lost.at(0).cause;
    QVERIFY2(cause.find("box-1 (127.0.0.1) did not run for 2") != std::string::npos, cause.c_str());
    QVERIFY2(cause.find("box-2") == std::string::npos, cause.c_str());
    const std::size_t before = run.all<StepDone>().size();
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > before, 10000);
    QVERIFY(run.all<RunFinished>().empty());
    for (const Slowdown &slowdown : run.all<Slowdown>()) // of a busy computer, and none of that time
        QVERIFY(slowdown.step < changed.step || slowdown.sinceStep > changed.step + 1);
}

// They may train on without it, which they do as soon as they run again.
void HostFaultsTest::standsDownWhereAllFallSilentAtOnce()
{
    LoopbackRun run(3);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<StepDone>().empty(), startLimit);
    std::vector<int> others;
    for (const int machine : {1, 2}) {
        const auto agent = agentOf(run.folder(machine));
        QVERIFY(agent);
        others.push_back(agent->pid);
        kill(agent->pid, SIGSTOP);
    }
    QTRY_COMPARE_WITH_TIMEOUT(statusIn(run.folder()).state, RunStatus::State::Finished, 30000);
    const std::string why = statusIn(run.folder()).why.value_or("");
    QVERIFY2(why.find("box-1 (127.0.0.1) has heard of no other machine for 10 s") != std::string::npos, why.c_str());
    QVERIFY(run.all<RunFinished>().empty());
    QTRY_VERIFY_WITH_TIMEOUT(agentOf(run.folder()) && livenessOf(*agentOf(run.folder())) == Liveness::Dead, 10000);
    for (const int agent : others)
        kill(agent, SIGCONT);
    QTRY_COMPARE_WITH_TIMEOUT(run.all<GenerationFormed>(1).size(), std::size_t(1), 40000);
    QCOMPARE(run.all<MembershipChanged>(1).back().ranks, (std::vector<int>{1, 2}));
    QVERIFY(isNumberedWithoutGaps(run.events(1)));
}

// As its system does when it is restarted.
void HostFaultsTest::saysWhichMachineWasToldToEnd()
{
    LoopbackRun run(2);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<StepDone>().empty(), startLimit);
    const auto other = agentOf(run.folder(1));
    QVERIFY(other);
    kill(other->pid, SIGTERM);
    QTRY_COMPARE_WITH_TIMEOUT(run.all<RunFinished>().size(), std::size_t(1), 20000);
    const RunFinished finished = run.all<RunFinished>().at(0);
    QVERIFY(finished.outcome == RunFinished::Outcome::Stopped);
    QVERIFY2(finished.message.find("box-2 (127.0.0.2) was told to end (SIGTERM)") != std::string::npos,
        finished.message.c_str());
}

// As ulimit -n has it.
void HostFaultsTest::trainsWithFewDescriptors()
{
    LoopbackRun run(3);
    rlimit usual{};
    getrlimit(RLIMIT_NOFILE, &usual);
    const rlimit few{64, usual.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
    const bool started = run.start();
    setrlimit(RLIMIT_NOFILE, &usual);
    QVERIFY2(started, run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 20, startLimit);
    QCOMPARE(runEngine({QStringLiteral("stop"), path(run.folder())}).exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 20000);
    QVERIFY(run.all<RunFinished>().at(0).outcome == RunFinished::Outcome::Stopped);
    QCOMPARE(run.brokenInvariants(), QString());
}

QTEST_GUILESS_MAIN(HostFaultsTest)
#include "tst_hostfaults.moc"
