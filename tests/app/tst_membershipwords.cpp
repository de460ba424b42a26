// Who is lost in a run and who goes on, in words.
#include "app/words/membershipwords.h"
#include "tests/app/plainspaces.h"

#include <QLocale>
#include <QTest>

using namespace motley;

class MembershipWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void saysWhoIsLostAndWhoGoesOn_data()
    {
        QTest::addColumn<MembershipChanged>("changed");
        QTest::addColumn<QString>("text");
        const std::string silent = "the machine box (10.0.0.2) has not answered for 10 s. Check that it is on and "
                                   "connected.";
        QTest::addRow("one rank")
            << MembershipChanged{2, 1200, {0, 2, 3}, {}, {{1, 1, "killed by signal 9 (Killed)", {}}}}
            << "Rank 1 on box is lost: killed by signal 9 (Killed). The run goes on with 3 rank(s) "
               "from step 1,201.";
        QTest::addRow("a machine with two")
            << MembershipChanged{2, 0, {0}, {}, {{1, 1, silent, {}}, {2, 1, silent, {}}}}
            << "Ranks 1 and 2 on box are lost: the machine box (10.0.0.2) has not "
               "answered for 10 s. Check that it is on and connected. The run goes on "
               "with 1 rank(s) from step 1.";
        QTest::addRow("two machines")
            << MembershipChanged{2, 5, {0}, {}, {{1, 1, "hung", {}}, {2, 2, "gone", {}}}}
            << "Rank 1 on box is lost: hung. Rank 2 on far is lost: gone. The run goes on with "
               "1 rank(s) from step 6.";
        QTest::addRow("nobody") << MembershipChanged{2, 5, {0, 1}, {}, {}}
                                << "The ranks connect to each other again. The run goes on with 2 rank(s) from step 6.";
        QTest::addRow("a machine that is back") << MembershipChanged{3, 5, {0, 1}, {}, {}, std::vector<int>{1}}
                                                << "box takes part again. The run goes on with 2 rank(s) from step 6.";
        QTest::addRow("a place in the words of a machine")
            << MembershipChanged{2, 5, {0}, {}, {{1, 1, "%1 %2 \x1b[2J", {}}}}
            << "Rank 1 on box is lost: %1 %2 [2J. The run goes on with 1 rank(s) from step 6.";
        QTest::addRow("a machine that the plan does not have") << MembershipChanged{2, 5, {0}, {},
            {{1, 7, "gone", {}}}} << "Rank 1 on 7 is lost: gone. The run goes on with 1 rank(s) from step 6.";
    }
    void saysWhoIsLostAndWhoGoesOn()
    {
        QFETCH(MembershipChanged, changed);
        QTEST(plainSpaces(membershipWords(changed, {"local", "box", "far"})), "text");
    }

    void saysHowLongItTook()
    {
        QCOMPARE(plainSpaces(generationWords({2, 120, 1.284, 0.05})),
            QStringLiteral("The ranks are connected after 1.28 s, and hold the same state 50 ms later."));
    }

    void saysAtTheEndWhoWasLost()
    {
        Plan plan;
        plan.machines = {{"local", ""}, {"box", ""}};
        plan.ranks = {{0, {}, 1, 0, 1}, {1, {}, 1, 0, 1}, {1, {}, 1, 0, 1}};
        RunMembers members;
        members.add(PlanChosen{plan});
        const QStringList names{"local", "box"};
        QVERIFY(lostOnTheWay(members, names).isEmpty());
        members.add(MembershipChanged{2, 30, {0, 1}, {2, 1, 0}, {{2, 1, "killed", {}}}});
        QCOMPARE(lostOnTheWay(members, names), QStringLiteral("Lost on the way: rank 2 on box after step 30."));
        members.add(MembershipChanged{3, 40, {0}, {3, 0, 0}, {{1, 1, "killed", {}}}});
        QCOMPARE(lostOnTheWay(members, names), QStringLiteral("Lost on the way: box after step 40."));
        MembershipChanged came{4, 50, {0, 1, 2}, {1, 1, 1}, {}};
        came.came = {1};
        members.add(came);
        QCOMPARE(lostOnTheWay(members, names),
            QStringLiteral("Lost on the way: box after step 40, in the run again since step 51."));
        members.add(MembershipChanged{5, 60, {0}, {3, 0, 0}, {{1, 1, "killed", {}}, {2, 1, "killed", {}}}});
        QCOMPARE(lostOnTheWay(members, names), QStringLiteral("Lost on the way: box after step 60."));
    }
};

QTEST_GUILESS_MAIN(MembershipWordsTest)
#include "tst_membershipwords.moc"
