// Which rank mirrors whose part of a sharded optimizer state, and of whom a run may be left.
#include "engine/plan/balance/statemirrors.h"

#include <QTest>

#include <algorithm>

using namespace motley;
using Shares = std::vector<double>;
using Ranks = std::vector<int>;

namespace {

Membership membershipOf(const Shares &shares, const Ranks &machines)
{
    Plan plan;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        plan.ranks.emplace_back();
        plan.ranks.back().stateShare = shares[i];
        plan.ranks.back().machine = machines[i];
    }
    plan.machines.resize(std::size_t(*std::max_element(machines.begin(), machines.end()) + 1));
    return everyRankOf(plan);
}

} // namespace

class StateMirrorsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mirrorsOnAnotherMachine_data()
    {
        QTest::addColumn<Shares>("shares");
        QTest::addColumn<Ranks>("machines");
        QTest::addColumn<Ranks>("mirrors");
        QTest::addRow("two") << Shares{1, 1} << Ranks{0, 1} << Ranks{1, 0};
        QTest::addRow("three") << Shares{1, 1, 1} << Ranks{0, 1, 2} << Ranks{1, 2, 0};
        QTest::addRow("one machine") << Shares{1, 1, 1} << Ranks{0, 0, 0} << Ranks{1, 2, 0};
        QTest::addRow("two of two") << Shares{1, 1, 1, 1} << Ranks{0, 0, 1, 1} << Ranks{2, 3, 0, 1};
        QTest::addRow("three beside one") << Shares{1, 1, 1, 1} << Ranks{0, 0, 0, 1} << Ranks{3, 3, 3, 0};
        QTest::addRow("none with little memory") << Shares{4, 0, 4} << Ranks{0, 1, 2} << Ranks{2, 0, 0};
        QTest::addRow("more with more memory") << Shares{1, 4, 1} << Ranks{0, 1, 2} << Ranks{1, 2, 1};
    }

    void mirrorsOnAnotherMachine()
    {
        QFETCH(Shares, shares);
        QFETCH(Ranks, machines);
        QFETCH(Ranks, mirrors);
        QCOMPARE(mirrorsBy(shares, machines), mirrors);
        const Membership all = membershipOf(shares, machines);
        QCOMPARE(stateMirrorsOf(all.plan, {}), mirrors);
        double held = 0;
        for (const double mirrored : mirroredShares(shares, mirrors))
            held += mirrored;
        double whole = 0;
        for (const double share : shares)
            whole += share;
        QCOMPARE(held, whole);
        const int last = *std::max_element(machines.begin(), machines.end());
        for (int machine = 0; last > 0 && machine <= last; ++machine) {
            Ranks left;
            for (int rank = 0; rank < int(machines.size()); ++rank)
                if (machines[std::size_t(rank)] != machine)
                    left.push_back(rank);
            QVERIFY(holdWholeState(left, all, {}));
        }
    }

    void knowsWhatIsLost()
    {
        const Membership all = membershipOf({1, 1, 1}, {0, 1, 2});
        QVERIFY(holdWholeState({0, 2}, all, {}));
        QVERIFY(!holdWholeState({0}, all, {})); // 1 was mirrored on 2
        QVERIFY(!holdWholeState({0, 2}, all, {.mirror = false}));
        QVERIFY(holdWholeState({0, 1, 2}, all, {.mirror = false}));
        QVERIFY(holdWholeState({0}, all, {.shard = MemorySpec::Shard::Never}));
        Membership small = all; // as memory holds no mirrors
        small.plan.mirrorsState = false;
        QVERIFY(!holdWholeState({0, 2}, small, {}));
        const Membership two{2, all.plan, {0, 2}};
        QVERIFY(holdWholeState({2}, two, {}));
        QVERIFY(stateMirrorsOf(planOfMembers({3, all.plan, {0}}), {}).empty());
    }
};

QTEST_APPLESS_MAIN(StateMirrorsTest)
#include "tst_statemirrors.moc"
