// Who goes on where the agents of a run do not all hear each other: named cases, and all splits of a run at once.
#include "engine/plan/succession.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <numeric>

using namespace motley;

namespace {

using Machines = std::vector<int>;
using Generations = std::vector<Machines>;
using Step = Succession::Step;

Standing standingOf(int self, const Generations &generations, const Machines &met, const Machines &gone)
{
    Standing standing{self, true, generations, {}};
    for (const Machines &machines : generations)
        for (const int machine : machines)
            standing.contacts[machine] = Contact::Unknown;
    for (const int machine : met)
        standing.contacts[machine] = Contact::Met;
    for (const int machine : gone)
        standing.contacts[machine] = Contact::Gone;
    return standing;
}

Machines bitsOf(unsigned set)
{
    Machines machines;
    for (int machine = 0; set >> machine; ++machine)
        if (set >> machine & 1)
            machines.push_back(machine);
    return machines;
}

} // namespace

class SuccessionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void decides_data();
    void decides();
    void asksTheNextInOrder();
    void asksWhoWasLostBefore();
    void keepsCopiesAtTheNext();
    void leavesALogWithWhoeverMayGoOn();
    void neverLetsTwoSidesGoOn_data();
    void neverLetsTwoSidesGoOn();
};

void SuccessionTest::decides_data()
{
    QTest::addColumn<int>("self");
    QTest::addColumn<Generations>("generations");
    QTest::addColumn<Machines>("met");
    QTest::addColumn<Machines>("gone"); // all others are unknown
    QTest::addColumn<bool>("goesOn");
    const Generations two{{0, 1}};
    const Generations three{{0, 1, 2}};
    const Generations five{{0, 1, 2, 3, 4}};

    QTest::addRow("two, the other one's agent was killed") << 0 << two << Machines{} << Machines{1} << true;
    QTest::addRow("two, the leader's agent was killed") << 1 << two << Machines{} << Machines{0} << true;
    QTest::addRow("two, cut apart: the leader") << 0 << two << Machines{} << Machines{} << true;
    QTest::addRow("two, cut apart: the other one") << 1 << two << Machines{} << Machines{} << false;
    QTest::addRow("three, the leader is silent") << 1 << three << Machines{2} << Machines{} << true;
    QTest::addRow("three, the leader thaws and hears nobody") << 0 << three << Machines{} << Machines{} << false;
    QTest::addRow("three, all others were killed") << 0 << three << Machines{} << Machines{1, 2} << true;
    QTest::addRow("three, the last one of all") << 2 << three << Machines{} << Machines{0, 1} << true;
    QTest::addRow("three, leader killed, the next silent") << 2 << three << Machines{} << Machines{0} << false;
    QTest::addRow("three, leader killed, the last silent") << 1 << three << Machines{} << Machines{0} << true;

    QTest::addRow("split brain: two of five with the leader") << 0 << five << Machines{1} << Machines{} << false;
    QTest::addRow("split brain: three of five without") << 2 << five << Machines{3, 4} << Machines{} << true;
    const Generations four{{0, 1, 2, 3}};
    QTest::addRow("split brain: half with the leader") << 0 << four << Machines{1} << Machines{} << true;
    QTest::addRow("split brain: half without") << 2 << four << Machines{3} << Machines{} << false;
    QTest::addRow("half rejoins a successor") << 1 << five << Machines{2} << Machines{0} << true;
    QTest::addRow("the other half finds the leader gone, too") << 3 << five << Machines{4} << Machines{0} << false;

    // The leader had left machine 2 out, and was lost before the others had formed that generation.
    const Generations shrinking{{0, 1, 2}, {0, 1}};
    QTest::addRow("join during shrink: the one that is left") << 1 << shrinking << Machines{} << Machines{0} << true;
    QTest::addRow("join during shrink: the leader is silent") << 1 << shrinking << Machines{} << Machines{} << false;
    QTest::addRow("join during shrink: it has met the other one")
        << 1 << shrinking << Machines{2} << Machines{0} << true;
    QTest::addRow("join during shrink: who was left out") << 2 << shrinking << Machines{} << Machines{0, 1} << false;
    QTest::addRow("the smaller generation was formed") << 1 << Generations{{0, 1}} << Machines{} << Machines{0} << true;
    QTest::addRow("the leader shrinks twice at once")
        << 0 << Generations{{0, 1, 2, 3, 4}, {0, 1, 2, 3}, {0, 1, 2}} << Machines{1} << Machines{} << false;

    // Machine 1 took the place of 0, which is back and follows it.
    const Generations back{{1, 2}, {1, 0, 2}};
    QTest::addRow("a former leader is back: it is next")
        << 0 << Generations{{1, 0, 2}} << Machines{2} << Machines{1} << true;
    QTest::addRow("a former leader is back: it is cut off") << 0 << back << Machines{} << Machines{} << false;
    QTest::addRow("a former leader is back: who leads is cut off") << 1 << back << Machines{} << Machines{} << false;
    QTest::addRow("join during a join: who leads keeps one of the old")
        << 1 << back << Machines{2} << Machines{} << true;
    QTest::addRow("join during a join: only the new one is left") << 1 << back << Machines{0} << Machines{} << true;
    QTest::addRow("join during a join: a stale leader and one that joined it")
        << 0 << Generations{{0, 1, 2}, {0, 1, 2, 3}} << Machines{3} << Machines{} << false;

    // Times of day are nowhere in this, so nobody is unknown because of one.
    QTest::addRow("clock jump") << 0 << five << Machines{1, 2, 3, 4} << Machines{} << true;
    QTest::addRow("a thawed leader, who heard that its successor took over")
        << 0 << Generations{{1, 2}} << Machines{} << Machines{} << false;
}

void SuccessionTest::decides()
{
    QFETCH(int, self);
    QFETCH(Generations, generations);
    QFETCH(Machines, met);
    QFETCH(Machines, gone);
    QFETCH(bool, goesOn);
    const Succession decided = succession(standingOf(self, generations, met, gone));
    QCOMPARE(decided.leader, self);
    QVERIFY(decided.step == (goesOn ? Step::Lead : Step::StandDown));
}

void SuccessionTest::asksTheNextInOrder()
{
    Standing standing{2, true, {{0, 1, 2, 3}}, {}};
    QVERIFY((succession(standing) == Succession{Step::Join, 0}));
    standing.contacts[0] = Contact::Gone;
    QVERIFY((succession(standing) == Succession{Step::Join, 1}));
    standing.contacts[1] = Contact::Unknown;
    QVERIFY((succession(standing) == Succession{Step::Wait, 2}));
    standing.contacts[3] = Contact::Met;
    QVERIFY((succession(standing) == Succession{Step::Lead, 2}));
    standing.mayLead = false;
    QVERIFY((succession(standing) == Succession{Step::StandDown, 2}));
}

// The next leader is lost, too, before it is known that its generation was formed.
void SuccessionTest::asksWhoWasLostBefore()
{
    Standing standing{2, true, {{0, 1, 2}, {1, 2}}, {{1, Contact::Gone}}};
    QVERIFY(succession(standing).step == Step::Wait);
    standing.contacts[0] = Contact::Gone;
    QVERIFY(succession(standing).step == Step::Lead);
    standing.contacts[0] = Contact::Unknown;
    QVERIFY(succession(standing).step == Step::StandDown);
    standing = {2, true, {{0, 1, 2, 3}, {1, 2, 3}}, {{1, Contact::Gone}, {3, Contact::Met}}};
    QVERIFY(succession(standing).step == Step::Lead); // whatever became of it
}

void SuccessionTest::keepsCopiesAtTheNext()
{
    QCOMPARE(keepersOf({0, 1, 2, 3}, 0), (std::set<int>{1, 2, 3}));
    std::vector<int> machines(20);
    std::iota(machines.begin(), machines.end(), 0);
    QCOMPARE(keepersOf(machines, 3).size(), std::size_t(15));
    QVERIFY(!keepersOf(machines, 3).count(3));
    QVERIFY(!keepersOf(machines, 3).count(16));
    QCOMPARE(keepersOf({1, 3}, 1), std::set<int>{3});
    QCOMPARE(keepersOf({2}, 2), std::set<int>());
}

// However many fall silent together with the one that leads: where the others may go on, the first of them has the log.
void SuccessionTest::leavesALogWithWhoeverMayGoOn()
{
    for (int machines = 2; machines <= 48; ++machines) {
        std::vector<int> all(static_cast<std::size_t>(machines));
        std::iota(all.begin(), all.end(), 0);
        const std::set<int> keepers = keepersOf(all, 0);
        for (int lost = 1; lost < machines; ++lost) {
            Standing standing{lost, keepers.count(lost) > 0, {all}, {}};
            for (int machine = 0; machine < machines; ++machine)
                standing.contacts[machine] = machine < lost ? Contact::Unknown : Contact::Met;
            const bool areMost = 2 * lost < machines;
            QVERIFY2((succession(standing).step == Step::Lead) == areMost,
                qPrintable(QString("%1 of %2").arg(lost).arg(machines)));
        }
    }
}

void SuccessionTest::neverLetsTwoSidesGoOn_data()
{
    QTest::addColumn<int>("machines");
    for (const int machines : {2, 3, 4, 5, 6})
        QTest::addRow("%d machines", machines) << machines;
}

// All splits into two sides of all those that live, where each side knows of some of the dead that they are.
void SuccessionTest::neverLetsTwoSidesGoOn()
{
    QFETCH(int, machines);
    const unsigned all = (1U << machines) - 1;
    const auto goesOn = [&](unsigned side, unsigned gone) {
        const Machines here = bitsOf(side);
        return succession(standingOf(here.front(), {bitsOf(all)}, here, bitsOf(gone))).step == Step::Lead;
    };
    int sides = 0;
    for (unsigned dead = 0; dead < all; ++dead)
        for (unsigned side = 1; side <= all; ++side) {
            const unsigned other = all & ~dead & ~side;
            if ((side & dead) != 0 || other == 0)
                continue;
            for (unsigned known = dead;; known = (known - 1) & dead) {
                const bool oneGoesOn = goesOn(side, known);
                sides += oneGoesOn;
                for (unsigned alsoKnown = dead; oneGoesOn; alsoKnown = (alsoKnown - 1) & dead) {
                    QVERIFY2(!goesOn(other, alsoKnown), qPrintable(QString("%1 and %2").arg(side).arg(other)));
                    if (alsoKnown == 0)
                        break;
                }
                if (known == 0)
                    break;
            }
        }
    QVERIFY(sides > 0);
}

QTEST_APPLESS_MAIN(SuccessionTest)
#include "tst_succession.moc"
