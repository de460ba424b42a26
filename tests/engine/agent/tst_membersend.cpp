// When a run ends that has lost ranks, with which words, and who is not needed any more at its end.
#include "scriptedmembers.h"

#include "engine/plan/balance/statemirrors.h"

#include <QTest>

#include <algorithm>

using namespace motley;

namespace {

using Ranks = RankNumbers;

} // namespace

class MembersEndTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void endsWhereConnectionsBreakAgainAndAgain();
    void endsWhereRankAfterRankFailsBeforeAStep();
    void saysWhyItEnds_data();
    void saysWhyItEnds();
    void endsWhereThePlanIsTooLongForAnOrder();
    void leavesOutRanksThatAreDone();
    void needsNobodyAfterTheEnd();
    void handsOverWithoutARankHere();
    void endsWithoutNewcomersWhoHaveNotBegun();
    void believesAFailureAfterAFinishedRank();
    void believesAFailureOfTheOnlyRank();
    void goesBackToACheckpointWhereTheStateIsSharded();
    void goesOnWithWhatIsMirrored();
    void goesOnWithWhatANewcomerHadNotTaken();
};

void MembersEndTest::endsWhereConnectionsBreakAgainAndAgain()
{
    ScriptedRun run;
    for (int time = 0; time < Members::mostRepairs; ++time) {
        run.disconnect(5);
        QVERIFY(run.changeAfter(6));
    }
    run.form();
    run.step(9); // so that it may break as often again
    for (int time = 0; time < Members::mostRepairs; ++time) {
        run.disconnect(5);
        QVERIFY(run.changeAfter(6));
        run.form();
    }
    run.disconnect(5);
    const auto end = run.endAfter(6);
    QVERIFY(end);
    QCOMPARE(end->cause.rank, 5);
    QCOMPARE(end->cause.machine, 2);
    QVERIFY(end->cause.kind == Kind::PeerLost);
    QVERIFY2(end->cause.cause.find("lost its connection") != std::string::npos, end->cause.cause.c_str());
}

void MembersEndTest::endsWhereRankAfterRankFailsBeforeAStep()
{
    ScriptedRun run;
    run.step(1);
    run.lose(6, Kind::OutOfMemory);
    QVERIFY(run.changeAfter(1));
    run.step(2); // of the first generation, and late
    run.lose(5, Kind::OutOfMemory);
    QVERIFY(run.changeAfter(1));
    run.form();
    run.lose(4, Kind::Internal);
    const auto end = run.endAfter(1);
    QVERIFY(end);
    QCOMPARE(end->cause.rank, 4);
    QVERIFY2(end->why.find("rank after rank") != std::string::npos, end->why.c_str());

    ScriptedRun killed; // by somebody else's hand
    for (const int rank : {6, 5, 4, 3, 2, 1}) {
        killed.lose(rank, Kind::Killed);
        QVERIFY(killed.changeAfter(1));
    }
    killed.lose(0);
    QVERIFY(killed.endAfter(1));
}

void MembersEndTest::saysWhyItEnds_data()
{
    QTest::addColumn<Ranks>("ranks");
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QByteArray>("why");
    QTest::addRow("the job is wrong") << Ranks{3} << Kind::BadInput << QByteArray("");
    QTest::addRow("all are lost") << Ranks{6, 5, 4, 3, 2, 1, 0} << Kind::Killed << QByteArray("No other rank is left.");
}

void MembersEndTest::saysWhyItEnds()
{
    QFETCH(Ranks, ranks);
    QFETCH(Kind, kind);
    QFETCH(QByteArray, why);
    ScriptedRun run;
    run.lose(ranks.front(), kind);
    for (const int rank : ranks)
        run.lose(rank);
    const auto end = run.endAfter(1);
    QVERIFY(end);
    QVERIFY(end->cause == failed(ranks.front(), kind));
    QCOMPARE(QByteArray::fromStdString(end->why), why);

    LaunchSpec tight = launchOfSeven();
    for (PlannedRank &rank : tight.plan.ranks)
        rank.largestShare = 10;
    ScriptedRun full(tight);
    full.lose(3);
    const auto tooLarge = full.endAfter(1);
    QVERIFY(tooLarge);
    QVERIFY2(tooLarge->why.find("may take 60 of it") != std::string::npos, tooLarge->why.c_str());
}

void MembersEndTest::endsWhereThePlanIsTooLongForAnOrder()
{
    LaunchSpec huge = launchOfSeven();
    huge.job.batch = 20000;
    huge.plan.ranks.resize(8000, huge.plan.ranks.back());
    ScriptedRun run(huge);
    run.lose(3);
    const auto end = run.endAfter(1);
    QVERIFY(end);
    QVERIFY2(end->why.find("too many") != std::string::npos, end->why.c_str());
}

// The last step is done on some ranks, and others that have lost a peer since then would wait for them.
void MembersEndTest::leavesOutRanksThatAreDone()
{
    ScriptedRun run;
    run.finish(5, 1);
    run.finish(6, 1);
    QVERIFY(!run.after(10));
    run.lose(3);
    const auto changed = run.changeAfter(1);
    QVERIFY(changed);
    QCOMPARE(changed->ranks, (Ranks{0, 1, 2, 4}));
    QCOMPARE(ranksOf(changed->lost), Ranks{3});

    ScriptedRun late; // it was heard of only when the others formed a generation with it
    late.lose(3);
    QVERIFY(late.changeAfter(1));
    late.finish(6, 1);
    const auto without = late.changeAfter(1);
    QVERIFY(without);
    QCOMPARE(without->ranks, (Ranks{0, 1, 2, 4, 5}));
    QVERIFY(without->lost.empty());
    late.finish(0, 3); // as it should
    QVERIFY(!late.after(10));
}

void MembersEndTest::handsOverWithoutARankHere()
{
    ScriptedRun run;
    run.lose(1);
    run.lose(0);
    const auto decision = run.after(1);
    QVERIFY(decision);
    const auto *over = std::get_if<HandOver>(&*decision);
    QVERIFY(over);
    QCOMPARE(over->cause.rank, 1);

    ScriptedRun done; // what it has written counts
    done.finish(0, 1);
    done.finish(1, 1);
    done.lose(3);
    QVERIFY(done.endAfter(1));
}

// They heard of the generation that follows only after their last step.
void MembersEndTest::endsWithoutNewcomersWhoHaveNotBegun()
{
    ScriptedRun run;
    run.step(1);
    run.loseMachine(2);
    QVERIFY(run.changeAfter(6));
    run.form();
    run.step(2);
    const Ranks before = run.members().now().ranks;
    QVERIFY(run.members().takeIn(2));
    QVERIFY(run.members().hasMachine(2));
    for (const int rank : before)
        run.finish(rank, 2);
    QVERIFY(!run.after(10)); // nobody is missing in a generation that was never formed
    run.members().endWithoutNewcomers();
    QVERIFY(!run.members().hasMachine(2));
    QVERIFY(!run.after(10));
    QCOMPARE(run.members().now().ranks, before);
}

void MembersEndTest::needsNobodyAfterTheEnd()
{
    ScriptedRun run;
    for (const int rank : {0, 1, 2, 4, 5, 6})
        run.finish(rank, 1);
    run.lose(3);
    const auto decision = run.after(1);
    QVERIFY(decision);
    const auto *late = std::get_if<LostAfterTheEnd>(&*decision);
    QVERIFY(late);
    QCOMPARE(ranksOf(late->lost), Ranks{3});
    QVERIFY(!run.members().has(3));
    QVERIFY(run.members().has(0));

    ScriptedRun unwritten; // rank 0 writes the model
    for (const int rank : {1, 2, 3, 4, 5, 6})
        unwritten.finish(rank, 1);
    unwritten.lose(0);
    QVERIFY(unwritten.endAfter(1));
}

void MembersEndTest::believesAFailureAfterAFinishedRank()
{
    ScriptedRun run;
    run.finish(3, 1);
    run.lose(3, Kind::BadInput);
    const auto end = run.endAfter(1);
    QVERIFY(end);
    QCOMPARE(end->cause.rank, 3);
}

// Its agent repeats the last status, in which it is finished, until the failure is settled.
void MembersEndTest::believesAFailureOfTheOnlyRank()
{
    LaunchSpec spec = launchOfSeven();
    spec.plan.machines.resize(1);
    spec.plan.ranks.resize(1);
    ScriptedRun run(spec);
    run.finish(0, 1);
    run.lose(0, Kind::NonFinite);
    run.finish(0, 1);
    const auto end = run.endAfter(1);
    QVERIFY(end);
    QCOMPARE(end->cause.rank, 0);
}

void MembersEndTest::goesBackToACheckpointWhereTheStateIsSharded()
{
    LaunchSpec spec = launchOfSeven();
    spec.job.memory.shard = MemorySpec::Shard::Always;
    spec.job.memory.mirror = false;
    ScriptedRun without(spec);
    without.lose(3);
    const auto end = without.endAfter(1);
    QVERIFY(end);
    QVERIFY2(end->why.find("there is no checkpoint yet") != std::string::npos, end->why.c_str());

    ScriptedRun with(spec);
    with.members().add(CheckpointSaved{6, "checkpoints/step-6", 1, 0.1});
    with.lose(3);
    QVERIFY(with.changeAfter(1));
}

// Without a checkpoint, as long as one of the two that hold a shard is left.
void MembersEndTest::goesOnWithWhatIsMirrored()
{
    LaunchSpec spec = launchOfSeven();
    spec.job.memory.shard = MemorySpec::Shard::Always;
    const int mirror = stateMirrorsOf(spec.plan, spec.job.memory).at(3);
    ScriptedRun one(spec);
    one.lose(3);
    QVERIFY(one.changeAfter(1));

    ScriptedRun both(spec);
    both.lose(3);
    both.lose(mirror);
    const auto end = both.endAfter(1);
    QVERIFY(end);
    QVERIFY2(end->why.find("there is no checkpoint yet") != std::string::npos, end->why.c_str());
}

// Rank 6 comes back to mirror another rank's shard, and both are lost before it has got anything: until then that shard
// has the mirror that it had before.
void MembersEndTest::goesOnWithWhatANewcomerHadNotTaken()
{
    LaunchSpec spec = launchOfSeven();
    spec.job.memory.shard = MemorySpec::Shard::Always;
    ScriptedRun run(spec);
    run.loseMachine(3);
    QVERIFY(run.changeAfter(1));
    run.form();
    run.step(5);
    QVERIFY(run.members().takeIn(3));
    const std::vector<int> mirrors = stateMirrorsOf(planOfMembers(run.members().now()), spec.job.memory);
    const auto owner = int(std::find(mirrors.begin(), mirrors.end(), 6) - mirrors.begin());
    run.lose(6);
    run.lose(owner);
    QVERIFY(run.changeAfter(1));
}

QTEST_APPLESS_MAIN(MembersEndTest)
#include "tst_membersend.moc"
