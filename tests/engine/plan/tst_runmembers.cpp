// Who of a run's plan trains, as its events tell.
#include "engine/plan/balance/runmembers.h"

#include <QtTest>

using namespace motley;

namespace {

Plan fourRanks()
{
    Plan plan;
    plan.machines = {{"m1", "10.0.0.1"}, {"m2", "10.0.0.2"}, {"m3", "10.0.0.3"}};
    plan.ranks = {{0, {}, 10, 0, 1}, {1, {}, 20, 0, 1}, {1, {}, 20, 0, 1}, {2, {}, 50, 0, 1}};
    return plan;
}

std::vector<std::int64_t> sharesOf(const RunMembers &members)
{
    std::vector<std::int64_t> shares;
    for (const PlannedRank &rank : members.plan()->ranks)
        shares.push_back(rank.share);
    return shares;
}

} // namespace

class RunMembersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsNobodyWithoutAPlan()
    {
        RunMembers members;
        members.add(MembershipChanged{2, 5, {0}, {100}, {{1, 0, "gone", {}}}});
        QVERIFY(!members.plan());
        QVERIFY(!members.trains(0));
        QCOMPARE(members.ranks(), 0);
        QCOMPARE(members.ranksOn(0), 0);
    }

    void countsThoseThatAreLeft()
    {
        RunMembers members;
        members.add(PlanChosen{fourRanks()});
        QCOMPARE(members.generation(), 1);
        QCOMPARE(members.ranks(), 4);
        members.add(SharesChanged{3, {20, 20, 10, 50}});
        QCOMPARE(sharesOf(members), (std::vector<std::int64_t>{20, 20, 10, 50}));
        members.add(MembershipChanged{2, 7, {0, 2, 3}, {30, 0, 20, 50}, {{1, 1, "killed", {}}}});
        QCOMPARE(sharesOf(members), (std::vector<std::int64_t>{30, 0, 20, 50}));
        QVERIFY(!members.trains(1));
        QVERIFY(members.trains(2));
        QCOMPARE(members.ranksOn(1), 1);
        QVERIFY(members.lossOn(1));
        QCOMPARE(members.lossOn(1)->step, 7);
        QVERIFY(!members.isLost(1)); // one of its ranks is left
        QVERIFY(!members.lossOn(2));
        members.add(MembershipChanged{3, 9, {0, 3}, {40, 0, 0, 60}, {{2, 1, "hung", {}}}});
        QVERIFY(members.isLost(1));
        QCOMPARE(members.lossOn(1)->failure.cause, std::string("hung"));
        QCOMPARE(members.losses().size(), std::size_t(2));
        QCOMPARE(members.generation(), 3);
        QVERIFY(!members.areAll());
        MembershipChanged came{4, 12, {0, 1, 2, 3}, {20, 20, 10, 50}, {}};
        came.came = {1};
        members.add(came);
        QVERIFY(members.areAll());
        QVERIFY(!members.isLost(1));
        for (const RunMembers::Loss &loss : members.losses())
            QCOMPARE(loss.back, std::optional<std::int64_t>(13));
        members.add(MembershipChanged{5, 15, {0, 1, 2}, {20, 20, 60, 0}, {{3, 2, "hung", {}}}});
        QVERIFY(!members.losses().back().back);
    }

    void knowsUntilWhenTheyConnect()
    {
        RunMembers members;
        members.add(PlanChosen{fourRanks()});
        QVERIFY(!members.isForming());
        const MembershipChanged changed{2, 7, {0, 2, 3}, {30, 0, 20, 50}, {}};
        members.add(changed);
        members.add(GenerationFormed{1, 0, 0, 0}); // that of before
        QVERIFY(members.isForming());
        StepDone step;
        step.step = 7;
        members.add(step);
        QVERIFY(members.isForming());
        members.add(GenerationFormed{2, 7, 0, 0});
        QVERIFY(!members.isForming());
        members.add(changed);
        step.step = 8;
        members.add(step); // which says as much
        QVERIFY(!members.isForming());
    }

    void ignoresWhatIsNoneOfThePlan()
    {
        RunMembers members;
        members.add(PlanChosen{fourRanks()});
        members.add(MembershipChanged{2, 1, {-1, 0, 4}, {100}, {{9, 7, "who?", {}}}});
        QCOMPARE(members.ranks(), 1);
        QCOMPARE(sharesOf(members), (std::vector<std::int64_t>{10, 20, 20, 50}));
        QVERIFY(!members.isLost(0));
    }

    void aMachineIsLostForOneReason()
    {
        const auto groups = lostTogether({{1, 1, "silent", {}}, {3, 2, "killed", {}}, {2, 1, "silent", {}}});
        QCOMPARE(groups.size(), std::size_t(2));
        QCOMPARE(groups[0].ranks, (std::vector<int>{1, 2}));
        QCOMPARE(groups[1].cause, std::string("killed"));
    }
};

QTEST_GUILESS_MAIN(RunMembersTest)
#include "tst_runmembers.moc"
