// Runs of several machines that lose ranks, agents and machines, and go on without them or say why they cannot. The
// agents are real; ranks are processes that take part as real ones do, and compute nothing.
#include "scriptedagents.h"

#include "tests/fixtures/memorygroup.h"

#include <QElapsedTimer>

#include <signal.h>

using namespace motley;

namespace {

using Kind = RankFailed::Kind;
using Ranks = std::vector<int>;

constexpr int endLimit = 40000; // milliseconds

QByteArray bytes(const std::string &words)
{
    return QByteArray::fromStdString(words);
}

Ranks ranksOf(const StepDone &step)
{
    Ranks ranks;
    for (const RankStep &rank : step.ranks)
        ranks.push_back(rank.rank);
    return ranks;
}

// Waits until the run has gone on without ranks, `changes` times so far, and steps with these.
void waitForSteps(const ScriptedAgents &run, const Ranks &ranks, std::size_t changes = 1)
{
    QTRY_COMPARE_WITH_TIMEOUT(run.all<MembershipChanged>().size(), changes, endLimit);
    QCOMPARE(run.all<MembershipChanged>().back().ranks, ranks);
    const std::size_t before = run.steps();
    QTRY_VERIFY_WITH_TIMEOUT(run.steps() > before + 5, 10000);
    QCOMPARE(ranksOf(run.all<StepDone>().back()), ranks);
    QCOMPARE(run.all<GenerationFormed>().back().generation, run.all<MembershipChanged>().back().generation);
    QVERIFY(run.all<RankFailed>().empty());
    QVERIFY(run.all<RunFinished>().empty());
}

void completes(const ScriptedAgents &run)
{
    run.endTraining();
    QTRY_COMPARE_WITH_TIMEOUT(run.all<RunFinished>().size(), std::size_t(1), endLimit);
    const RunFinished finished = run.all<RunFinished>().front();
    QVERIFY2(finished.outcome == RunFinished::Outcome::Completed, finished.message.c_str());
    QVERIFY2(finished.message.empty(), finished.message.c_str());
    QTRY_VERIFY_WITH_TIMEOUT(run.hasEnded(0), 10000);
    QCOMPARE(run.exitCode(0), 0);
}

#define GOES_ON_WITH(...)                                                                                              \
    waitForSteps(__VA_ARGS__);                                                                                         \
    if (QTest::currentTestFailed())                                                                                    \
        return;

} // namespace

class LostRanksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesOnWithoutARankThatWasKilled();
    void goesOnWithoutTheRankThatReports();
    void goesOnWithoutAMachineWhoseAgentWasKilled();
    void goesOnWithoutTwoMachinesAtOnce();
    void goesOnWithoutARankThatHangs();
    void goesOnWithoutASuspendedMachine();
    void namesAMemoryKill();
    void losesRankAfterRankUntilOneIsLeft();
    void connectsTheSameRanksAnew();
    void stopsAfterALoss();
    void endsForWhatWouldRecur();
    void handsOverWithoutARankOnTheFirstMachine();
};

void LostRanksTest::goesOnWithoutARankThatWasKilled()
{
    ScriptedAgents run({1, 2, 1}, "train 300\n");
    run.start();
    kill(run.process(3), SIGKILL);
    GOES_ON_WITH(run, {0, 1, 2})
    const MembershipChanged changed = run.all<MembershipChanged>().front();
    QCOMPARE(changed.generation, 2);
    QVERIFY(changed.step > 0);
    QCOMPARE(changed.shares, (std::vector<std::int64_t>{16, 16, 16, 0}));
    QCOMPARE(changed.lost.size(), std::size_t(1));
    QCOMPARE(changed.lost[0].rank, 3);
    QCOMPARE(changed.lost[0].machine, 2);
    QCOMPARE(bytes(changed.lost[0].cause), QByteArray("killed by signal 9 (Killed)"));
    QVERIFY(changed.lost[0].kind == Kind::Killed);

    // Its machine has no rank any more.
    QTRY_VERIFY_WITH_TIMEOUT(run.hasEnded(2), 10000);
    QCOMPARE(run.exitCode(2), 1);
    QCOMPARE(run.lastWords(2).trimmed(),
        QByteArray("Rank 3 on box-3 (127.0.0.3) failed: killed by signal 9 (Killed). The run goes on without box-3."));
    QVERIFY(!run.hasEnded(1));
    completes(run);
    QTRY_VERIFY_WITH_TIMEOUT(run.hasEnded(1), 10000);
    QCOMPARE(run.exitCode(1), 0);
}

void LostRanksTest::goesOnWithoutTheRankThatReports()
{
    ScriptedAgents run({2, 1}, "train 300\n");
    run.start();
    kill(run.process(0), SIGKILL);
    GOES_ON_WITH(run, {1, 2})
    completes(run);
}

void LostRanksTest::goesOnWithoutAMachineWhoseAgentWasKilled()
{
    ScriptedAgents run({1, 3, 1}, "train 300\n");
    run.start();
    QElapsedTimer since;
    since.start();
    kill(run.agent(1), SIGKILL);
    GOES_ON_WITH(run, {0, 4})
    QVERIFY2(since.elapsed() < 12000, QByteArray::number(since.elapsed()));
    const MembershipChanged changed = run.all<MembershipChanged>().front();
    QCOMPARE(changed.lost.size(), std::size_t(3));
    for (const RankFailed &lost : changed.lost) {
        QCOMPARE(lost.machine, 1);
        QVERIFY2(lost.cause.find("the agent on box-2 (127.0.0.2) went away") != std::string::npos, lost.cause.c_str());
    }
    completes(run);
}

void LostRanksTest::goesOnWithoutTwoMachinesAtOnce()
{
    ScriptedAgents run({1, 1, 1, 1}, "train 300\n");
    run.start();
    for (const int machine : {1, 3})
        kill(run.agent(machine), SIGKILL);
    GOES_ON_WITH(run, {0, 2})
    QCOMPARE(run.all<MembershipChanged>().front().lost.size(), std::size_t(2));
    completes(run);
}

// A suspended process holds its connections open, so no other rank gets an error from it.
void LostRanksTest::goesOnWithoutARankThatHangs()
{
    ScriptedAgents run({1, 2}, "train 300\n");
    run.start();
    const int victim = run.process(2);
    kill(victim, SIGSTOP);
    GOES_ON_WITH(run, {0, 1})
    const MembershipChanged changed = run.all<MembershipChanged>().front();
    QVERIFY(changed.lost[0].kind == Kind::Hung);
    QVERIFY2(
        changed.lost[0].cause.find("no sign of life for 10 s") != std::string::npos, changed.lost[0].cause.c_str());
    QTRY_VERIFY_WITH_TIMEOUT(kill(victim, 0) != 0, 5000); // its agent has ended it
    completes(run);
}

void LostRanksTest::goesOnWithoutASuspendedMachine()
{
    ScriptedAgents run({1, 1, 1}, "train 300\n");
    run.start();
    const int agent = run.agent(1);
    kill(agent, SIGSTOP);
    GOES_ON_WITH(run, {0, 2})
    const RankFailed lost = run.all<MembershipChanged>().front().lost.at(0);
    QCOMPARE(lost.rank, 1);
    QVERIFY2(lost.cause.find("has not answered for 10 s") != std::string::npos, lost.cause.c_str());
    kill(agent, SIGCONT); // it may say what it likes
    QTRY_VERIFY_WITH_TIMEOUT(run.hasEnded(1), 20000);
    QCOMPARE(run.process(1) ? kill(run.process(1), 0) : -1, -1);
    completes(run);
    QCOMPARE(run.all<MembershipChanged>().size(), std::size_t(1));
}

void LostRanksTest::namesAMemoryKill()
{
    const MemoryGroup group(512 << 20); // the fattest of its processes is killed
    if (!group.isMade())
        QSKIP("needs root, to make a control group with a limit on memory");
    ScriptedAgents run({1, 1}, "train 300\nfill\n");
    run.start(group.path());
    run.endTrainingOf(1);
    GOES_ON_WITH(run, {0})
    const RankFailed lost = run.all<MembershipChanged>().front().lost.at(0);
    QVERIFY2(lost.cause.find("because memory ran out") != std::string::npos, lost.cause.c_str());
    QVERIFY(lost.kind == Kind::OutOfMemory);
    completes(run);
}

void LostRanksTest::losesRankAfterRankUntilOneIsLeft()
{
    ScriptedAgents run({1, 1, 1, 1}, "train 300\n");
    run.start();
    std::size_t changes = 0;
    Ranks left{0, 1, 2, 3};
    for (const int rank : {3, 1, 2}) {
        kill(run.process(rank), SIGKILL);
        std::erase(left, rank);
        GOES_ON_WITH(run, left, ++changes)
    }
    QCOMPARE(run.all<MembershipChanged>().back().generation, 4);
    QCOMPARE(run.all<MembershipChanged>().back().shares, (std::vector<std::int64_t>{48, 0, 0, 0}));
    completes(run);
}

void LostRanksTest::connectsTheSameRanksAnew()
{
    ScriptedAgents run({1, 1}, "train 300\n");
    run.start();
    run.cutConnectionOf(1);
    GOES_ON_WITH(run, {0, 1})
    QVERIFY(run.all<MembershipChanged>().front().lost.empty());
    completes(run);
}

void LostRanksTest::stopsAfterALoss()
{
    ScriptedAgents run({1, 1, 1}, "train 300\n");
    run.start();
    kill(run.process(1), SIGKILL);
    GOES_ON_WITH(run, {0, 2})
    kill(run.agent(0), SIGTERM);
    QTRY_COMPARE_WITH_TIMEOUT(run.all<RunFinished>().size(), std::size_t(1), endLimit);
    QVERIFY(run.all<RunFinished>().front().outcome == RunFinished::Outcome::Stopped);
    QTRY_VERIFY_WITH_TIMEOUT(run.hasEnded(0) && run.hasEnded(2), 10000);
}

void LostRanksTest::endsForWhatWouldRecur()
{
    ScriptedAgents run({1, 1}, "train 300\n");
    const RankFailed wrong{1, 1, "There is no file x.", {}, Kind::BadInput};
    run.setScript(1, "train 300\nprint " + toLine(Event{0, 0, wrong}) + "\nexit 1\n");
    run.start();
    run.endTrainingOf(1);
    QTRY_COMPARE_WITH_TIMEOUT(run.all<RunFinished>().size(), std::size_t(1), endLimit);
    const RunFinished finished = run.all<RunFinished>().front();
    QVERIFY(finished.outcome == RunFinished::Outcome::Failed);
    QCOMPARE(bytes(finished.message), QByteArray("Rank 1 on box-2 (127.0.0.2) failed: There is no file x."));
    QCOMPARE(run.all<RankFailed>().size(), std::size_t(1));
    QVERIFY(run.all<MembershipChanged>().empty());
    for (const int machine : {0, 1})
        QTRY_VERIFY_WITH_TIMEOUT(run.hasEnded(machine), 10000);
    QCOMPARE(run.process(0) ? kill(run.process(0), 0) : -1, -1);
}

// It tells the others what has happened, and they go on.
void LostRanksTest::handsOverWithoutARankOnTheFirstMachine()
{
    ScriptedAgents run({1, 2}, "train 300\n");
    run.start();
    kill(run.process(0), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(run.hasEnded(0), endLimit);
    const auto warnings = run.all<Warning>();
    QCOMPARE(warnings.size(), std::size_t(1));
    QCOMPARE(bytes(warnings.front().message),
        QByteArray("Rank 0 on box-1 (127.0.0.1) failed: killed by signal 9 (Killed). No rank is left on box-1 "
                   "(127.0.0.1), which led the run. The next machine leads it from here on."));
    QVERIFY(run.all<RunFinished>().empty());
    QVERIFY(run.all<MembershipChanged>().empty());
    QVERIFY(!run.hasEnded(1));
}

QTEST_GUILESS_MAIN(LostRanksTest)
#include "tst_lostranks.moc"
