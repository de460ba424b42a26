// Who trains together: round trips, what is refused, and the plan of the members alone.
#include "engine/protocol/controlline.h"
#include "engine/protocol/membership.h"

#include <QtTest>

using namespace motley;

namespace {

Plan threeRanks()
{
    Plan plan;
    plan.machines = {{"a", "10.0.0.1"}, {"b", "10.0.0.2"}, {"c", "10.0.0.3"}};
    plan.ranks = {{0, {}, 4}, {1, {}, 0}, {2, {}, 6}};
    return plan;
}

} // namespace

class MembershipTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void beginsWithAllRanks()
    {
        const Membership all = everyRankOf(threeRanks());
        QCOMPARE(all.generation, 1);
        QCOMPARE(all.ranks, (std::vector<int>{0, 1, 2}));
        QVERIFY(planOfMembers(all) == threeRanks());
    }

    void survivesTheRoundTrip()
    {
        Membership membership{2, threeRanks(), {0, 2}};
        membership.reported = Reported{7, 5, 3};
        membership.followsAStep = true;
        const auto again = parseMembership(toLine(membership));
        QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
        QVERIFY(*again == membership);
        QCOMPARE(toLine(membership).find('\n'), std::string::npos);
    }

    void ranksAndMachinesKeepTheirNumbers()
    {
        const Membership again{3, threeRanks(), {1, 0, 2}}; // the second one coordinates since the first was lost
        QVERIFY(parseMembership(toLine(again)).has_value());
        QCOMPARE(indexOf(again, 0), std::optional(1));
        QCOMPARE(machinesInOrder(again), (std::vector<int>{1, 0, 2}));
        const Membership membership{2, threeRanks(), {0, 2}};
        QCOMPARE(indexOf(membership, 2), std::optional(1));
        QCOMPARE(indexOf(membership, 1), std::optional<int>());
        const Plan plan = planOfMembers(membership);
        QCOMPARE(plan.ranks.size(), std::size_t(2));
        QCOMPARE(plan.ranks[1].machine, 2);
        QCOMPARE(plan.machines.size(), std::size_t(3));
        QCOMPARE(sharesByRank(membership, {3, 7}), (std::vector<std::int64_t>{3, 0, 7}));
    }

    void groupsAreNumberedAnew()
    {
        Plan plan = threeRanks();
        plan.ranks[0].group = 0;
        plan.ranks[1].group = 1;
        plan.ranks[2].group = 2;
        plan.ranks[2].share = 10;
        plan.ranks[0].share = 0;
        const Plan left = planOfMembers({2, plan, {1, 2}});
        QCOMPARE(left.ranks[0].group, std::optional(0));
        QCOMPARE(left.ranks[1].group, std::optional(1));
    }

    void wrongRanksAreRefused_data()
    {
        QTest::addColumn<std::vector<int>>("ranks");
        QTest::addRow("none") << std::vector<int>{};
        QTest::addRow("not of the plan") << std::vector<int>{0, 3};
        QTest::addRow("below 0") << std::vector<int>{-1, 0};
        QTest::addRow("twice") << std::vector<int>{1, 1};
        QTest::addRow("twice, apart") << std::vector<int>{1, 0, 1};
    }
    void wrongRanksAreRefused()
    {
        QFETCH(std::vector<int>, ranks);
        const Membership wrong{2, threeRanks(), ranks};
        QVERIFY(!parseMembership(toLine(wrong)));
        QVERIFY(!parseControlLine(toLine(ControlLine{MembershipOrder{wrong}})));
    }

    void goesAsAnOrderToTheAgents()
    {
        const ControlLine order{MembershipOrder{{2, threeRanks(), {0, 2}}}};
        const auto again = parseControlLine(toLine(order));
        QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
        QVERIFY(*again == order);
        ControlLine wrong = order;
        std::get<MembershipOrder>(wrong.body).membership.plan.ranks[2].machine = 3;
        QVERIFY(!parseControlLine(toLine(wrong)));
    }

    void introducesAgentsToEachOther()
    {
        const Membership newest{2, threeRanks(), {0, 2}};
        for (const ControlLine &line :
            {ControlLine{Introduction{40123, std::nullopt}}, ControlLine{Introduction{0, newest}},
                ControlLine{Roster{{40123, 0, 40125}}}, ControlLine{AgentHeartbeat{{}, 7}},
                ControlLine{HandedOver{{2, 1, "killed by signal 9", {}, RankFailed::Kind::Killed}}}}) {
            const auto again = parseControlLine(toLine(line));
            QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
            QVERIFY(*again == line);
        }
        QVERIFY(!parseControlLine(toLine(ControlLine{Introduction{1, Membership{2, threeRanks(), {2, 2}}}})));
    }
};

QTEST_APPLESS_MAIN(MembershipTest)
#include "tst_membership.moc"
