// When a machine that a run has lost is tried, when it is not, and how its state follows from what becomes of that.
#include "remote/run/comebackplan.h"

#include <QTest>

using namespace motley;
using namespace std::chrono_literals;
using Kind = RankFailed::Kind;
using Outcome = ComebackAttempt::Outcome;
using Reason = Comeback::Reason;
using State = Comeback::State;

namespace {

constexpr ComebackPauses pauses{10s, 100s, 60s};
const ComebackPlan::Time begin = ComebackPlan::Time() + 1h;
const std::vector<int> nobody;

// Three machines, the second of which has two ranks.
RunMembers threeMachines()
{
    Plan plan;
    plan.machines = {{"box1", "10.0.0.1"}, {"box2", "10.0.0.2"}, {"box3", "10.0.0.3"}};
    plan.ranks = {{0, {}, 32, 0, 1}, {1, {}, 32, 0, 1}, {1, {}, 32, 0, 1}, {2, {}, 32, 0, 1}};
    RunMembers members;
    members.add(PlanChosen{plan});
    return members;
}

MembershipChanged without(int machine, const std::vector<int> &lost, const std::vector<int> &left, Kind kind)
{
    MembershipChanged changed{2, 5, left, {}, {}};
    for (const int rank : lost)
        changed.lost.push_back({rank, machine, "it is gone", {}, kind});
    return changed;
}

MembershipChanged with(int machine, const std::vector<int> &all)
{
    MembershipChanged changed{3, 9, all, {}, {}};
    changed.came = {machine};
    return changed;
}

} // namespace

class ComebackPlanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_members = threeMachines();
        m_plan = ComebackPlan(pauses);
    }

    void triesNobodyWhereNobodyIsLost()
    {
        m_plan.update(m_members, begin);
        QVERIFY(m_plan.machines().empty());
        QVERIFY(!m_plan.next());
        QCOMPARE(m_plan.takeDue(begin + 1h), nobody);
    }

    void triesNobodyThatHasARankLeft()
    {
        m_members.add(without(1, {2}, {0, 1, 3}, Kind::Killed));
        m_plan.update(m_members, begin);
        QCOMPARE(m_plan.takeDue(begin + 1h), nobody);
    }

    void triesALostMachineAfterAMoment_data()
    {
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<bool>("isTried");
        QTest::addRow("killed") << Kind::Killed << true;
        QTest::addRow("it gives no sign of life") << Kind::Hung << true;
        QTest::addRow("it lost the others") << Kind::PeerLost << true;
        QTest::addRow("too little memory") << Kind::OutOfMemory << false;
        QTest::addRow("its GPU failed") << Kind::DeviceFailed << false;
        QTest::addRow("its disk failed") << Kind::FilesFailed << false;
        QTest::addRow("not finite") << Kind::NonFinite << false;
        QTest::addRow("its data are bad") << Kind::BadInput << false;
        QTest::addRow("anything else") << Kind::Internal << false;
    }

    void triesALostMachineAfterAMoment()
    {
        QFETCH(Kind, kind);
        QFETCH(bool, isTried);
        lose(kind);
        QCOMPARE(state(), isTried ? State::Waiting : State::Left);
        QCOMPARE(m_plan.machines().at(2).reason, isTried ? Reason::None : Reason::Failure);
        QCOMPARE(m_plan.takeDue(begin + 9s), nobody);
        QCOMPARE(m_plan.takeDue(begin + 10s), isTried ? std::vector<int>{2} : nobody);
        QCOMPARE(m_plan.takeAll(), isTried ? nobody : std::vector<int>{2}); // nobody twice at a time
    }

    void waitsLongerEachTime()
    {
        lose();
        auto now = begin;
        for (const auto pause : {10s, 20s, 40s, 80s, 100s, 100s}) {
            QCOMPARE(*m_plan.next() - now, pause);
            now += pause;
            QCOMPARE(m_plan.takeDue(now), std::vector<int>{2});
            QVERIFY(!m_plan.next());
            m_plan.tried(2, {Outcome::Unreachable, {"no answer", {}}}, now);
            QCOMPARE(state(), State::Waiting);
        }
    }

    void waitsLongerForOneThatIsLostAgain()
    {
        lose();
        attempt(Outcome::Prepares);
        m_members.add(with(2, {0, 1, 2, 3}));
        m_plan.update(m_members, begin);
        QVERIFY(m_plan.machines().empty());
        lose();
        QCOMPARE(*m_plan.next() - begin, 20s);
    }

    void looksAgainAtOneThatPrepares()
    {
        lose();
        attempt(Outcome::Prepares);
        QCOMPARE(state(), State::Preparing);
        QCOMPARE(m_plan.takeAll(), nobody);
        QCOMPARE(*m_plan.next() - (begin + 10s), 60s);
        QCOMPARE(m_plan.takeDue(begin + 70s), std::vector<int>{2});
        QCOMPARE(state(), State::Preparing);
        m_plan.tried(2, {Outcome::Unreachable, {"no answer", {}}}, begin + 70s);
        QCOMPARE(state(), State::Waiting);
    }

    void leavesWhatCannotGoWell_data()
    {
        QTest::addColumn<Outcome>("outcome");
        QTest::addColumn<State>("expected");
        QTest::addColumn<Reason>("reason");
        QTest::addRow("it does not answer") << Outcome::Unreachable << State::Waiting << Reason::None;
        QTest::addRow("the others were not found") << Outcome::Failed << State::Waiting << Reason::None;
        QTest::addRow("the login asks") << Outcome::NeedsUser << State::Left << Reason::Login;
        QTest::addRow("the login is refused") << Outcome::LoginRefused << State::Left << Reason::LoginRefused;
        QTest::addRow("the run takes nobody") << Outcome::Refused << State::Left << Reason::Refusal;
    }

    void leavesWhatCannotGoWell()
    {
        QFETCH(Outcome, outcome);
        QFETCH(State, expected);
        lose();
        attempt(outcome);
        QCOMPARE(state(), expected);
        QTEST(m_plan.machines().at(2).reason, "reason");
        QCOMPARE(m_plan.machines().at(2).why.message, std::string("because"));
        QCOMPARE(m_plan.next().has_value(), expected == State::Waiting);
        QCOMPARE(m_plan.takeAll(), std::vector<int>{2}); // a user may have put it right
        m_plan.tried(2, {Outcome::Prepares, {}}, begin + 1h);
        QCOMPARE(state(), State::Preparing);
        QVERIFY(m_plan.machines().at(2).why.message.empty());
    }

    void leavesOneWhoseRanksFailAsTheyPrepare()
    {
        lose();
        m_plan.warn(2, {"box3 is slow", {}});
        QCOMPARE(state(), State::Waiting);
        attempt(Outcome::Prepares);
        m_plan.warn(1, {"another one", {}});
        QCOMPARE(state(), State::Preparing);
        m_plan.warn(2, {"its data are others", {}});
        QCOMPARE(state(), State::Left);
        QVERIFY(!m_plan.next());
    }

    void leavesAloneWhatAUserWantsSo()
    {
        m_plan.setLeftAlone({2}, begin);
        lose();
        QCOMPARE(m_plan.machines().at(2).reason, Reason::Terms);
        QVERIFY(!m_plan.next());
        QCOMPARE(m_plan.takeAll(), std::vector<int>{2}); // a user wants it now
        m_plan.tried(2, {Outcome::Failed, {"because", {}}}, begin);
        QCOMPARE(state(), State::Left);
        m_plan.setLeftAlone({}, begin);
        QCOMPARE(*m_plan.next() - begin, 10s);
        m_plan.setLeftAlone({2}, begin);
        QVERIFY(!m_plan.next());
    }

    void takesNobodyBackAtTheEnd()
    {
        lose();
        QCOMPARE(m_plan.takeDue(begin + 10s), std::vector<int>{2});
        m_plan.end();
        m_plan.tried(2, {Outcome::Failed, {"it is over", {}}}, begin + 10s);
        m_plan.update(m_members, begin + 11s);
        QVERIFY(m_plan.machines().empty());
        QVERIFY(!m_plan.next());
    }

    void forgetsAnAttemptOfAMachineThatTakesPart()
    {
        lose();
        QCOMPARE(m_plan.takeDue(begin + 10s), std::vector<int>{2});
        m_members.add(with(2, {0, 1, 2, 3}));
        m_plan.update(m_members, begin + 11s);
        m_plan.tried(2, {Outcome::Failed, {"too late", {}}}, begin + 12s);
        QVERIFY(m_plan.machines().empty());
        QVERIFY(!m_plan.next());
    }

private:
    void lose(Kind kind = Kind::Killed)
    {
        m_members.add(without(2, {3}, {0, 1, 2}, kind));
        m_plan.update(m_members, begin);
    }
    void attempt(Outcome outcome)
    {
        QCOMPARE(m_plan.takeDue(begin + 10s), std::vector<int>{2});
        m_plan.tried(2, {outcome, {outcome == Outcome::Prepares ? "" : "because", {}}}, begin + 10s);
    }
    State state() const { return m_plan.machines().at(2).state; }

    RunMembers m_members;
    ComebackPlan m_plan;
};

QTEST_GUILESS_MAIN(ComebackPlanTest)
#include "tst_comebackplan.moc"
