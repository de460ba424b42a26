// Who trains on where ranks of a run are lost: several lost together are one change, and a connection that broke is no
// loss of a rank.
#include "scriptedmembers.h"

#include <QTest>

using namespace motley;

namespace {

using Ranks = RankNumbers;

} // namespace

class MembersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesOnWithoutALostRank();
    void namesTheCauseBeforeItsConsequences_data();
    void namesTheCauseBeforeItsConsequences();
    void takesRanksThatAreLostTogetherForOneChange_data();
    void takesRanksThatAreLostTogetherForOneChange();
    void standsDownWhereTheOthersMayGoOn();
    void changesOnceMoreForALossDuringAChange();
    void countsNothingOfARankThatIsLost();
    void findsTheSilentMachineBehindLostConnections();
    void waitsForMachinesThatFallSilentTogether();
    void formsTheSameRanksAnewWhereAConnectionBroke();
    void splitsByWhatStepsTook();
};

void MembersTest::goesOnWithoutALostRank()
{
    ScriptedRun run;
    run.step(7);
    QVERIFY(!run.after(10));
    run.lose(3);
    const auto changed = run.changeAfter(1);
    QVERIFY(changed);
    QCOMPARE(changed->generation, 2);
    QCOMPARE(changed->step, std::int64_t(7));
    QCOMPARE(changed->ranks, (Ranks{0, 1, 2, 4, 5, 6}));
    QCOMPARE(changed->shares.size(), std::size_t(7));
    QCOMPARE(changed->shares[3], std::int64_t(0));
    QCOMPARE(changed->lost.size(), std::size_t(1));
    QVERIFY(changed->lost[0] == failed(3));
    QCOMPARE(run.members().now().generation, 2);
    QVERIFY(run.members().hasMachine(1));
    QVERIFY(!run.after(100));
}

void MembersTest::namesTheCauseBeforeItsConsequences_data()
{
    QTest::addColumn<Ranks>("ranks");
    QTest::addColumn<QList<int>>("kinds");
    QTest::addColumn<Ranks>("lost"); // in this order
    const int gone = int(Kind::PeerLost);
    const int killed = int(Kind::Killed);
    QTest::addRow("alone") << Ranks{2} << QList<int>{killed} << Ranks{2};
    QTest::addRow("consequences first") << Ranks{2, 3, 4} << QList<int>{gone, gone, killed} << Ranks{4, 2, 3};
    QTest::addRow("cause first") << Ranks{2, 3} << QList<int>{killed, gone} << Ranks{2, 3};
    QTest::addRow("only consequences") << Ranks{3, 2} << QList<int>{gone, gone} << Ranks{3, 2};
    QTest::addRow("two causes") << Ranks{4, 2} << QList<int>{killed, int(Kind::OutOfMemory)} << Ranks{4, 2};
}

void MembersTest::namesTheCauseBeforeItsConsequences()
{
    QFETCH(Ranks, ranks);
    QFETCH(QList<int>, kinds);
    QFETCH(Ranks, lost);
    ScriptedRun run;
    for (std::size_t i = 0; i < ranks.size(); ++i)
        run.lose(ranks[i], Kind(kinds[qsizetype(i)]));
    const bool hasCause = !kinds.contains(int(Kind::PeerLost)) || kinds.contains(int(Kind::Killed));
    if (!hasCause)
        QVERIFY(!run.after(4.8)); // the cause may still be heard
    const auto changed = run.changeAfter(1);
    QVERIFY(changed);
    QCOMPARE(ranksOf(changed->lost), lost);
}

void MembersTest::takesRanksThatAreLostTogetherForOneChange_data()
{
    QTest::addColumn<Ranks>("ranks");
    QTest::addColumn<Ranks>("machines");
    QTest::addColumn<Ranks>("left");
    QTest::addRow("three ranks of a machine") << Ranks{2, 4, 3} << Ranks{} << Ranks{0, 1, 5, 6};
    QTest::addRow("a machine of three ranks") << Ranks{} << Ranks{1} << Ranks{0, 1, 5, 6};
    QTest::addRow("two machines") << Ranks{} << Ranks{1, 2} << Ranks{0, 1, 6};
    QTest::addRow("a rank and a machine") << Ranks{0} << Ranks{3} << Ranks{1, 2, 3, 4, 5};
    QTest::addRow("all other machines") << Ranks{} << Ranks{1, 2, 3} << Ranks{0, 1};
}

void MembersTest::takesRanksThatAreLostTogetherForOneChange()
{
    QFETCH(Ranks, ranks);
    QFETCH(Ranks, machines);
    QFETCH(Ranks, left);
    ScriptedRun run;
    for (const int machine : machines)
        run.silence(machine, 15);
    for (const int rank : ranks) {
        run.lose(rank);
        QVERIFY(!run.after(0.1));
    }
    for (const int machine : machines) {
        run.loseMachine(machine);
        QVERIFY(!run.after(0.1));
    }
    const auto changed = run.changeAfter(1);
    QVERIFY(changed);
    QCOMPARE(changed->ranks, left);
    QCOMPARE(changed->lost.size(), 7 - left.size());
    QCOMPARE(changed->generation, 2);
    QVERIFY(!run.after(100));
}

// Three machines of four may train on without it; of one that is lost later, the generation before counts too until the
// next one is formed.
void MembersTest::standsDownWhereTheOthersMayGoOn()
{
    ScriptedRun run;
    for (const int machine : {1, 2, 3})
        run.loseMachine(machine, Contact::Unknown);
    const auto decision = run.after(1);
    QVERIFY(decision && std::holds_alternative<CutOff>(*decision));

    ScriptedRun half;
    for (const int machine : {1, 2})
        half.loseMachine(machine, Contact::Unknown);
    QVERIFY(half.changeAfter(1));
    half.loseMachine(3, Contact::Unknown);
    const auto next = half.after(1);
    QVERIFY(next && std::holds_alternative<CutOff>(*next));

    ScriptedRun later;
    for (const int machine : {1, 2})
        later.loseMachine(machine, Contact::Unknown);
    QVERIFY(later.changeAfter(1));
    later.form();
    later.loseMachine(3, Contact::Unknown);
    QCOMPARE(later.changeAfter(1)->ranks, (Ranks{0, 1}));
}

void MembersTest::changesOnceMoreForALossDuringAChange()
{
    ScriptedRun run;
    run.lose(3);
    QVERIFY(run.changeAfter(1));
    run.lose(6); // before the others have formed
    const auto changed = run.changeAfter(1);
    QVERIFY(changed);
    QCOMPARE(changed->generation, 3);
    QCOMPARE(changed->ranks, (Ranks{0, 1, 2, 4, 5}));
    QCOMPARE(ranksOf(changed->lost), Ranks{6});
}

void MembersTest::countsNothingOfARankThatIsLost()
{
    ScriptedRun run;
    run.lose(3);
    QVERIFY(run.changeAfter(1));
    run.lose(3);
    run.lose(3, Kind::BadInput);
    run.members().update({3, RankPhase::Training, 5, 1, {}, 2, true});
    run.loseMachine(1); // with two ranks that are left
    const auto changed = run.changeAfter(1);
    QVERIFY(changed);
    QCOMPARE(ranksOf(changed->lost), (Ranks{2, 4}));
    run.silence(1, 100);
    run.disconnect(0);
    const auto repaired = run.changeAfter(6); // the silent machine trains no more, so nobody is lost
    QVERIFY(repaired);
    QVERIFY(repaired->lost.empty());
    // What an earlier generation lost is known.
    run.members().update({0, RankPhase::Training, 5, 1, {}, 1, true});
    QVERIFY(!run.after(100));
}

void MembersTest::findsTheSilentMachineBehindLostConnections()
{
    ScriptedRun run;
    run.silence(1);
    run.disconnect(0);
    run.disconnect(5);
    QVERIFY(!run.after(3));
    const auto changed = run.changeAfter(1);
    QVERIFY(changed);
    QCOMPARE(ranksOf(changed->lost), (Ranks{2, 3, 4}));
    QVERIFY2(changed->lost[0].cause.find("the agent on box-2 (10.0.0.2) went away") != std::string::npos,
        changed->lost[0].cause.c_str());
    QVERIFY(changed->lost[0].kind == Kind::Hung);
}

void MembersTest::waitsForMachinesThatFallSilentTogether()
{
    ScriptedRun run;
    run.silence(1, 0.5); // its last heartbeat came a moment earlier
    run.silence(2);
    run.disconnect(0);
    const auto both = run.changeAfter(5);
    QVERIFY(both);
    QCOMPARE(ranksOf(both->lost), (Ranks{2, 3, 4, 5}));

    ScriptedRun other;
    other.silence(1, 2);
    other.silence(2, 1.5);
    other.disconnect(0);
    QVERIFY(!other.after(1.3));
    other.hear(2); // the network was slow
    const auto one = other.changeAfter(1);
    QVERIFY(one);
    QCOMPARE(ranksOf(one->lost), (Ranks{2, 3, 4}));
}

void MembersTest::formsTheSameRanksAnewWhereAConnectionBroke()
{
    ScriptedRun run;
    run.disconnect(2);
    run.disconnect(0);
    QVERIFY(!run.after(4.8)); // the cause may still be heard
    const auto changed = run.changeAfter(1);
    QVERIFY(changed);
    QCOMPARE(changed->generation, 2);
    QCOMPARE(changed->ranks, everyRankOf(launchOfSeven().plan).ranks);
    QVERIFY(changed->lost.empty());
    QVERIFY(!run.after(100));
}

void MembersTest::splitsByWhatStepsTook()
{
    ScriptedRun run;
    for (int step = 1; step < 20; ++step)
        run.step(step, {0.01, 0.02, 0.01, 0.01, 0.01, 0.01, 0.01});
    for (const int rank : {2, 3, 4, 5, 6})
        run.lose(rank);
    const auto changed = run.changeAfter(1);
    QVERIFY(changed);
    QCOMPARE(changed->shares, (std::vector<std::int64_t>{47, 23, 0, 0, 0, 0, 0}));

    ScriptedRun again; // what is known stays known without a step in between
    for (int step = 1; step < 20; ++step)
        again.step(step, {0.01, 0.02, 0.01, 0.01, 0.01, 0.01, 0.01});
    again.lose(2);
    QVERIFY(again.changeAfter(1));
    for (const int rank : {3, 4, 5, 6})
        again.lose(rank);
    QCOMPARE(again.changeAfter(1)->shares, changed->shares);
}

QTEST_APPLESS_MAIN(MembersTest)
#include "tst_members.moc"
