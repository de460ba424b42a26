// Whole runs that lose a rank or a machine: they go on without it, or say why they cannot.
#include "tests/engine/agent/loopbackrun.h"
#include "tests/engine/agent/loopbackstatus.h"

#include <QElapsedTimer>
#include <QTest>

#include <signal.h>

#include <algorithm>

using namespace motley;

namespace {

// Waits until the run has gone on with rank 0 alone, and steps.
void goesOnAlone(const LoopbackRun &run)
{
    QTRY_COMPARE_WITH_TIMEOUT(run.all<MembershipChanged>().size(), std::size_t(1), 30000);
    QCOMPARE(run.all<MembershipChanged>().front().ranks, std::vector<int>{0});
    const std::int64_t last = run.all<MembershipChanged>().front().step;
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().back().step > last + 5, startLimit);
    const StepDone step = run.all<StepDone>().back();
    QCOMPARE(step.ranks.size(), std::size_t(1));
    QCOMPARE(step.samples, std::int64_t(32)); // the batch of the run
    QVERIFY(run.all<RankFailed>().empty());
    QVERIFY(run.all<RunFinished>().empty());
}

} // namespace

class LostMachinesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesOnWithoutARankThatWasKilled();
    void goesOnWithoutARankOnTheMachineThatLeads_data();
    void goesOnWithoutARankOnTheMachineThatLeads();
    void goesOnWithoutARankThatHangs();
    void goesOnWithoutAMachineThatFallsSilent();
    void stopsWithACheckpointWhileAMachineIsSilent();
};

void LostMachinesTest::goesOnWithoutARankThatWasKilled()
{
    LoopbackRun run(2);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 5, startLimit);
    const int victim = run.rankProcess(1);
    QVERIFY(victim > 0);
    kill(victim, SIGKILL);
    goesOnAlone(run);
    const RankFailed lost = run.all<MembershipChanged>().front().lost.at(0);
    QCOMPARE(lost.rank, 1);
    QCOMPARE(lost.machine, 1);
    QVERIFY2(lost.cause.find("signal 9") != std::string::npos, lost.cause.c_str());
    QVERIFY(lost.kind == RankFailed::Kind::Killed);

    const auto stopped = runEngine({QStringLiteral("stop"), path(run.folder())});
    QCOMPARE(stopped.exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 10000);
    const RunFinished finished = run.all<RunFinished>().at(0);
    QVERIFY(finished.outcome == RunFinished::Outcome::Stopped);
    QCOMPARE(run.all<CheckpointSaved>().back().step, finished.step);
    QCOMPARE(run.brokenInvariants(), QString());
}

void LostMachinesTest::goesOnWithoutARankOnTheMachineThatLeads_data()
{
    QTest::addColumn<int>("machines");
    QTest::addColumn<int>("signal");
    QTest::addColumn<QByteArray>("cause");
    QTest::addRow("two, killed") << 2 << SIGKILL << QByteArray("killed by signal 9");
    QTest::addRow("three, killed") << 3 << SIGKILL << QByteArray("killed by signal 9");
    QTest::addRow("two, hanging") << 2 << SIGSTOP << QByteArray("sign of life");
}

// Its agent lives and hands the log over, so no event is lost or numbered twice.
void LostMachinesTest::goesOnWithoutARankOnTheMachineThatLeads()
{
    QFETCH(int, machines);
    QFETCH(int, signal);
    QFETCH(QByteArray, cause);
    LoopbackRun run(machines);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 5, startLimit);
    const int victim = run.rankProcess(0);
    QVERIFY(victim > 0);
    kill(victim, signal);
    QTRY_COMPARE_WITH_TIMEOUT(statusIn(run.folder()).state, RunStatus::State::Finished, 60000);
    QTRY_COMPARE_WITH_TIMEOUT(run.rankProcess(0), 0, 10000);
    const std::string why = statusIn(run.folder()).why.value_or("");
    QVERIFY2(why.find("No rank is left on box-1 (127.0.0.1), which led the run") != std::string::npos, why.c_str());
    QVERIFY2(QByteArray::fromStdString(why).contains(cause), why.c_str());
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<GenerationFormed>(1).empty(), 30000);
    const std::int64_t step = run.all<StepDone>(1).back().step;
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>(1).back().step > step + 5, startLimit);
    const auto before = run.events(0);
    const auto after = run.events(1);
    for (std::size_t i = 0; i < before.size(); ++i) // followers may have read any of them
        QVERIFY2(before[i] == after.at(i), toLine(before[i]).c_str());
    QVERIFY(isNumberedWithoutGaps(after));
    const auto warnings = run.all<Warning>(1); // others may have come since
    QVERIFY(std::ranges::any_of(warnings, [&](const Warning &warning) { return warning.message == why; }));
    const auto done = run.all<StepDone>(1);
    for (std::size_t i = 0; i < done.size(); ++i)
        QCOMPARE(done[i].step, std::int64_t(i) + 1);
    QCOMPARE(runEngine({QStringLiteral("stop"), path(run.folder(1))}).exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 20000);
    QVERIFY(run.all<RunFinished>(1).front().outcome == RunFinished::Outcome::Stopped);
}

// A suspended process holds its connections open, so no other rank gets an error from it.
void LostMachinesTest::goesOnWithoutARankThatHangs()
{
    LoopbackRun run(2);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 5, startLimit);
    const int victim = run.rankProcess(1);
    QVERIFY(victim > 0);
    kill(victim, SIGSTOP);
    QElapsedTimer sinceThen;
    sinceThen.start();
    goesOnAlone(run);
    QVERIFY2(sinceThen.elapsed() < 25000, QByteArray::number(sinceThen.elapsed()));
    const RankFailed lost = run.all<MembershipChanged>().front().lost.at(0);
    QCOMPARE(lost.rank, 1);
    QVERIFY(lost.kind == RankFailed::Kind::Hung);
    QTRY_COMPARE_WITH_TIMEOUT(run.rankProcess(1), 0, 10000); // its agent has ended it
}

void LostMachinesTest::goesOnWithoutAMachineThatFallsSilent()
{
    LoopbackRun run(2);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<StepDone>().empty(), startLimit);
    const auto other = agentOf(run.folder(1));
    QVERIFY(other);
    kill(other->pid, SIGSTOP);
    goesOnAlone(run);
    const std::string cause = run.all<MembershipChanged>().front().lost.at(0).cause;
    QVERIFY2(cause.find("box-2") != std::string::npos, cause.c_str());
    QVERIFY2(cause.find("10 s") != std::string::npos, cause.c_str());
    // It still refuses connections by itself, so it is not off.
    QVERIFY2(cause.find("out of memory") != std::string::npos, cause.c_str());
    kill(other->pid, SIGCONT); // the agent hears that it was left out, and ends its rank
    QTRY_COMPARE_WITH_TIMEOUT(statusIn(run.folder(1)).state, RunStatus::State::Finished, 20000);
    QTRY_COMPARE_WITH_TIMEOUT(run.rankProcess(1), 0, 10000);
    QCOMPARE(statusIn(run.folder()).state, RunStatus::State::Running);
}

// The step that waits for it never ends, so who is left must be known before all of those can stop together.
void LostMachinesTest::stopsWithACheckpointWhileAMachineIsSilent()
{
    LoopbackRun run(3);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 5, startLimit);
    const auto other = agentOf(run.folder(2));
    QVERIFY(other);
    const int rank = run.rankProcess(2);
    kill(rank, SIGSTOP);
    kill(other->pid, SIGSTOP);
    const auto stopped = runEngine({QStringLiteral("stop"), path(run.folder())});
    kill(other->pid, SIGKILL);
    QCOMPARE(stopped.exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 20000);
    const RunFinished finished = run.all<RunFinished>().at(0);
    QVERIFY2(finished.outcome == RunFinished::Outcome::Stopped, finished.message.c_str());
    QVERIFY(!run.all<CheckpointSaved>().empty());
    QCOMPARE(run.all<CheckpointSaved>().back().step, finished.step);
    QCOMPARE(run.all<MembershipChanged>().at(0).lost.at(0).machine, 2);
    QCOMPARE(run.brokenInvariants(), QString());
}

QTEST_GUILESS_MAIN(LostMachinesTest)
#include "tst_lostmachines.moc"
