// Whole runs in which a lost machine comes back: its agent is started again, its ranks train with the others from a
// step on, and the run is the one that lost nobody.
#include "engine/base/textfile.h"
#include "tests/engine/agent/rejoiningruns.h"
#include "tests/fixtures/tinyimages.h"

#include <QTest>

#include <signal.h>

using namespace motley;

namespace {

// Two groups of Adasum with equal parts of the batch, however many machines the second one has.
void makeTwoGroups(LoopbackRun &run)
{
    setUp(run);
    run.job().exchange.combine = ExchangeSpec::Combine::Adasum;
    run.job().exchange.between = ExchangeSpec::Between::Groups;
    run.onPlan = [batch = run.job().batch](Plan &plan) {
        const auto others = std::int64_t(plan.ranks.size()) - 1;
        for (PlannedRank &rank : plan.ranks) {
            rank.group = &rank == &plan.ranks.front() ? 0 : 1;
            rank.share = *rank.group == 0 ? batch / 2 : batch / 2 / others;
        }
    };
}

} // namespace

class RejoinTest : public RejoiningRuns {
    Q_OBJECT

private Q_SLOTS:
    void takesPartAgain_data();
    void takesPartAgain();
    void returnsTwice();
    void joinsTheSuccessor();
    void takesBackAFormerCoordinator();
    void findsALeaderThatCameBackMeanwhile();
    void goesOnWhereItIsLostAgain_data();
    void goesOnWhereItIsLostAgain();
    void leavesOutAMachineWithOtherData();
    void shardsTheStateAnew_data();
    void shardsTheStateAnew();
    void losesNoStepWhereShardsAreMirrored_data();
    void losesNoStepWhereShardsAreMirrored();
    void joinsItsGroupOfAdasum();
    void refuses();
};

void RejoinTest::takesPartAgain_data()
{
    QTest::addColumn<int>("machines");
    QTest::addColumn<int>("lost");
    QTest::addRow("one of two") << 2 << 1;
    QTest::addRow("the last of three") << 3 << 2;
}

void RejoinTest::takesPartAgain()
{
    QFETCH(int, machines);
    QFETCH(int, lost);
    LoopbackRun run(machines);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    lose(run, lost, 0);
    Ranks all;
    for (int rank = 0; rank < machines; ++rank)
        all.push_back(rank);
    takeBack(run, lost, 0, all);
    const auto planned = run.all<PlanChosen>().front().plan;
    const auto shares = comingsOf(run, 0).front().shares;
    for (std::size_t rank = 0; rank < all.size(); ++rank)
        QCOMPARE(shares[rank], planned.ranks[rank].share);
    finish(run, 0);
    QVERIFY(statusIn(run.folder(lost)).state == RunStatus::State::Finished);
}

void RejoinTest::returnsTwice()
{
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    for (int time = 0; time < 2; ++time) {
        lose(run, 1, 0);
        takeBack(run, 1, 0, {0, 1, 2});
    }
    finish(run, 0);
}

// Whoever led when it was lost is gone, too.
void RejoinTest::joinsTheSuccessor()
{
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    lose(run, 2, 0);
    lose(run, 0, 1);
    takeBack(run, 2, 1, {1, 2});
    finish(run, 1);
}

// It follows the one that took its place, and leads again where that is lost.
void RejoinTest::takesBackAFormerCoordinator()
{
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    lose(run, 0, 1);
    takeBack(run, 0, 1, {1, 0, 2});
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > comingsOf(run, 1).back().step + 5, startLimit); // it has the log
    lose(run, 1, 0);
    QCOMPARE(run.all<MembershipChanged>(0).back().ranks, (Ranks{0, 2}));
    takeBack(run, 1, 0, {0, 1, 2});
    finish(run, 0);
}

// What it knows of where the others listen is from before it was lost.
void RejoinTest::findsALeaderThatCameBackMeanwhile()
{
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    lose(run, 1, 0);
    lose(run, 0, 2);
    takeBack(run, 1, 2, {2, 1});
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 1) > comingsOf(run, 2).back().step + 5, startLimit); // it has the log
    lose(run, 2, 1);
    takeBack(run, 0, 1, {1, 0});
    finish(run, 1);
}

void RejoinTest::goesOnWhereItIsLostAgain_data()
{
    QTest::addColumn<bool>("takesPart");
    QTest::addRow("while its ranks open their data") << false;
    QTest::addRow("as it takes part") << true;
}

void RejoinTest::goesOnWhereItIsLostAgain()
{
    QFETCH(bool, takesPart);
    LoopbackRun run(3);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    lose(run, 2, 0);
    const auto answer = run.rejoin(2);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    if (takesPart)
        QTRY_VERIFY_WITH_TIMEOUT(!comingsOf(run, 0).empty(), joinLimit);
    kill(agentProcess(run, 2), SIGKILL);
    if (takesPart)
        QTRY_COMPARE_WITH_TIMEOUT(run.all<MembershipChanged>().back().ranks, (Ranks{0, 1}), startLimit);
    else
        QTRY_VERIFY_WITH_TIMEOUT(saysSo(run, 0, "is gone again before its ranks took part"), startLimit);
    const std::int64_t step = lastStep(run, 0);
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > step + 3, startLimit);
    takeBack(run, 2, 0, {0, 1, 2});
    finish(run, 0);
}

// The others must not end by a comparison that it fails.
void RejoinTest::leavesOutAMachineWithOtherData()
{
    LoopbackRun run(2);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    lose(run, 1, 0);
    const std::string other = run.dataFolder() + "-other";
    writeTinyImages(other, {.seed = 8});
    auto launch = parseLaunchSpec(readTextFile(run.folder(1).launch()).value());
    QVERIFY(launch.has_value());
    std::get<ImageSpec>(launch->job.task).data.folder = other;
    QVERIFY(writeTextFile(run.folder(1).launch(), toJson(*launch)).has_value());
    QCOMPARE(run.rejoin(1).exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(saysSo(run, 0, "has other training samples than the rest of the run"), joinLimit);
    QTRY_VERIFY_WITH_TIMEOUT(statusIn(run.folder(1)).state == RunStatus::State::Finished, 20000);
    const std::int64_t step = lastStep(run, 0);
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > step + 3, startLimit);
    QVERIFY(comingsOf(run, 0).empty());
    finish(run, 0);
}

void RejoinTest::shardsTheStateAnew_data()
{
    QTest::addColumn<int>("machines");
    QTest::addRow("with the one that was left") << 2;
    QTest::addRow("with two") << 3;
}

// The loss costs the steps since a checkpoint; that it comes back costs none.
void RejoinTest::shardsTheStateAnew()
{
    QFETCH(int, machines);
    LoopbackRun run(machines);
    setUp(run);
    run.job().memory.shard = MemorySpec::Shard::Always;
    run.job().memory.mirror = false;
    run.job().checkpoint.everySteps = 7;
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<CheckpointSaved>().empty(), startLimit);
    const std::int64_t step = lastStep(run, 0);
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > step, startLimit);
    lose(run, 1, 0);
    takeBack(run, 1, 0, machines == 2 ? Ranks{0, 1} : Ranks{0, 1, 2});
    const auto changed = comingsOf(run, 0).back();
    const auto formed = run.all<GenerationFormed>().back();
    QVERIFY2(formed.step >= changed.step, qPrintable(QString("%1 and %2").arg(formed.step).arg(changed.step)));
    finish(run, 0, 1);
}

void RejoinTest::losesNoStepWhereShardsAreMirrored_data()
{
    QTest::addColumn<int>("machines");
    QTest::addColumn<int>("lost");
    QTest::addRow("the other one of two") << 2 << 1;
    QTest::addRow("one of three") << 3 << 2;
    QTest::addRow("the first of three") << 3 << 0;
}

// Nor does it need a checkpoint. It is lost twice: the second time others hold what it held.
void RejoinTest::losesNoStepWhereShardsAreMirrored()
{
    QFETCH(int, machines);
    QFETCH(int, lost);
    LoopbackRun run(machines);
    setUp(run);
    run.job().memory.shard = MemorySpec::Shard::Always;
    run.job().checkpoint.everySteps = 0;
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    const int leader = lost == 0 ? 1 : 0;
    Ranks all = lost == 0 ? Ranks{1, 0, 2} : Ranks{0, 1, 2};
    all.resize(std::size_t(machines));
    for (int time = 0; time < 2; ++time) {
        lose(run, lost, leader);
        QCOMPARE(run.all<MembershipChanged>(leader).back().ranks.size(), std::size_t(machines - 1));
        takeBack(run, lost, leader, all);
    }
    finish(run, leader);
}

void RejoinTest::joinsItsGroupOfAdasum()
{
    LoopbackRun run(3);
    makeTwoGroups(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    lose(run, 2, 0);
    takeBack(run, 2, 0, {0, 1, 2});
    finish(run, 0, 0, makeTwoGroups, 2);
}

void RejoinTest::refuses()
{
    LoopbackRun run(2);
    setUp(run);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<StepDone>().empty(), startLimit);
    const auto living = run.rejoin(1);
    QVERIFY2(living.exitCode == 1 && living.errors.contains("has a living agent already"), living.errors);
    lose(run, 1, 0);
    QCOMPARE(runEngine({QStringLiteral("stop"), QStringLiteral("--now"), path(run.folder())}).exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<RunFinished>().empty(), startLimit);
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 20000);
    const auto over = run.rejoin(1);
    QVERIFY2(over.exitCode == 1 && over.errors.contains("No other machine of this run answers"), over.errors);
}

QTEST_GUILESS_MAIN(RejoinTest)
#include "tst_rejoin.moc"
